// Names and places of all parts of India for made-up people. Common names come first: they are drawn more often.

const words = (text: string): string[] => text.trim().split(/\s+/)

export const FIRST_NAMES = words(`
Priya Rahul Anjali Amit Pooja Sanjay Neha Vijay Kavita Rajesh Sunita Suresh Deepa Ramesh Anita Anil Lakshmi Manoj Asha
Ravi Meena Ajay Geeta Vinod Rekha Arun Shanti Mohammed Fatima Imran Ayesha Harpreet Gurpreet Jasleen Mary Joseph Thomas
Abhishek Aditya Akash Alka Amrita Anand Ananya Aparna Archana Arjun Arti Arvind Ashok Ashwin Avinash Bala Bhavana
Bharat Bhaskar Bimal Chandan Chitra Chetan Darshan Deepak Devika Dhananjay Dinesh Divya Dilip Ekta Farhan Firoz Ganesh
Gaurav Gautam Girish Gopal Govind Gulshan Hamid Hari Harish Heena Hema Hemant Indira Irfan Ishita Jagdish Jaya Jayesh
Jayshree Jitendra Jyoti Kalpana Kamal Kamala Kanchan Kapil Karan Karthik Kartik Kaushik Keerthi Ketan Khushboo Kiran
Kishore Komal Krishna Kunal Lata Laxman Leela Lokesh Madhav Madhuri Mahesh Mala Malini Mamta Mandeep Manish Manjula
Mansi Maya Meenakshi Megha Mohan Mohit Mridula Mukesh Murali Nagesh Namrata Nandini Naresh Narendra Naveen Navneet
Nidhi Nikhil Nilesh Nirmala Nisha Nitin Nivedita Om Omkar Padma Pallavi Pankaj Parag Parvati Pavan Payal Prabha Pradeep
Prakash Pramod Pranav Prasad Prashant Pratibha Praveen Preeti Prem Puneet Purnima Pushpa Radha Radhika Raghav Raj
Rajat Rajeev Rajendra Rajni Rakesh Ram Rama Ranjit Rashmi Reena Renu Richa Ritu Rohan Rohini Rohit Roshan Rupa Sachin
Sadhana Sahil Salim Sameer Sandeep Sandhya Sangeeta Sanjana Santosh Sarita Satish Savita Seema Shabnam Shailesh Shalini
Shankar Sharad Sheela Shilpa Shivani Shobha Shreya Shruti Shweta Siddharth Smita Sneha Sohan Sonal Sonia Srinivas
Subhash Sudha Sudhir Sujata Sukhwinder Suman Sumit Sundar Sunil Suraj Surekha Surendra Sushil Sushma Swapna Swati Tanvi
Tara Tarun Tejas Tulsi Uday Uma Umesh Urmila Usha Vaibhav Vandana Vani Varsha Varun Vasant Veena Venkat Vidya Vikas
Vikram Vimal Vinay Vineet Vipin Vishal Vivek Yamini Yash Yogesh Yusuf Zainab Zakir Zeenat Zoya Angel Daniel Elizabeth
George Grace Jacob John Lalit Nancy Peter Rosy Stephen Susan Philip Lalremruata Tenzin Dolma Bhumika Hansa Ila Jignesh
Kokila Mehul Parul Rinku Bipin Debashish Mousumi Sourav Subrata Tapas Tanushree Bidisha Ipsita Jayanta Pallab Ritwik`)

export const LAST_NAMES = words(`
Kumar Singh Sharma Devi Khan Patel Gupta Yadav Reddy Das Verma Shah Rao Nair Joshi Mishra Iyer Jain Begum Kaur Prasad
Mehta Pillai Chauhan Agarwal Ansari Banerjee Bose Chatterjee Chopra Choudhary Desai Deshmukh Dubey Fernandes Ghosh
Gowda Hegde Jadhav Kapoor Kulkarni Malhotra Mathew Menon Mukherjee Naidu Nayak Pandey Patil Pawar Rathore Roy Saha
Sahu Saxena Sethi Shaikh Shetty Shinde Sinha Srivastava Thakur Thomas Tiwari Tripathi Varghese Abraham Acharya Adhikari
Ahmed Ahuja Alam Ali Ambedkar Anand Apte Arora Arya Asthana Awasthi Babu Bachchan Badal Bagchi Bajaj Bajpai Bakshi
Balakrishnan Bansal Barman Barua Basu Bedi Behera Bhagat Bhalla Bhandari Bharadwaj Bhargava Bhat Bhatia Bhattacharya
Bhosale Biswas Bora Borah Chakraborty Chandra Chaturvedi Chavan Chawla Cherian Chetty Chhabra Contractor Dalal Dange
Dasgupta Datta Deka Deo Desouza Dey Dhar Dhillon Dixit Dongre Dsouza Dutta Dwivedi Gaikwad Gandhi Ganguly Garg George
Ghatak Gill Godbole Goel Gogoi Gokhale Gomes Gopalan Goswami Grewal Grover Guha Hazarika Hussain Iqbal Irani Jaiswal
Jayaraman Jha Johar Kadam Kale Kalra Kamath Kamble Kannan Karnik Karve Kashyap Kaul Keshav Khanna Khatri Khurana
Kohli Koshy Krishnamurthy Krishnan Kurup Lal Lobo Madan Mahajan Mahanta Mahapatra Maheshwari Majumdar Malik Mandal
Mane Mani Manjrekar Mathur Maurya Mehra Merchant Mirza Mistry Mitra Modi Mohanty Mohapatra More Murthy Nag Naik
Nambiar Namboodiri Nanda Narang Narayan Natarajan Negi Nehru Nigam Oberoi Ojha Padmanabhan Pal Palit Panda Pandit
Panicker Paranjape Parekh Parikh Parmar Paswan Pathak Paul Perumal Phadke Phukan Pradhan Purohit Qureshi Raghavan
Rajan Rajput Rajagopal Ramachandran Raman Ramaswamy Rana Ranganathan Rastogi Rathi Raut Rawal Rawat Ray Sabharwal
Sachdev Salvi Samant Sarin Sarkar Sarma Sastry Satpathy Savant Sawant Sehgal Sen Sengupta Seshadri Shastri Shekhawat
Shenoy Shukla Sidhu Sikka Sodhi Solanki Soni Sood Subramaniam Sundaram Suri Swamy Tagore Talwar Tandon Tata Tendulkar
Thakkar Thapa Thapar Tomar Trivedi Upadhyay Vaidya Varma Vasudevan Venkatesan Vohra Vyas Wadhwa Wagh Walia Warrier
Zaveri Zachariah Lalthanga Bhutia Lepcha Marak Sangma Chettri Gurung Pereira Rodrigues`)

/** City, state and the first three digits of its PIN codes. */
export const CITIES: readonly (readonly [string, string, string])[] = [
  ['Mumbai', 'Maharashtra', '400'],
  ['Delhi', 'Delhi', '110'],
  ['Bengaluru', 'Karnataka', '560'],
  ['Hyderabad', 'Telangana', '500'],
  ['Ahmedabad', 'Gujarat', '380'],
  ['Chennai', 'Tamil Nadu', '600'],
  ['Kolkata', 'West Bengal', '700'],
  ['Pune', 'Maharashtra', '411'],
  ['Surat', 'Gujarat', '395'],
  ['Jaipur', 'Rajasthan', '302'],
  ['Lucknow', 'Uttar Pradesh', '226'],
  ['Kanpur', 'Uttar Pradesh', '208'],
  ['Nagpur', 'Maharashtra', '440'],
  ['Indore', 'Madhya Pradesh', '452'],
  ['Bhopal', 'Madhya Pradesh', '462'],
  ['Patna', 'Bihar', '800'],
  ['Vadodara', 'Gujarat', '390'],
  ['Ludhiana', 'Punjab', '141'],
  ['Agra', 'Uttar Pradesh', '282'],
  ['Nashik', 'Maharashtra', '422'],
  ['Visakhapatnam', 'Andhra Pradesh', '530'],
  ['Vijayawada', 'Andhra Pradesh', '520'],
  ['Kochi', 'Kerala', '682'],
  ['Thiruvananthapuram', 'Kerala', '695'],
  ['Coimbatore', 'Tamil Nadu', '641'],
  ['Madurai', 'Tamil Nadu', '625'],
  ['Mysuru', 'Karnataka', '570'],
  ['Guwahati', 'Assam', '781'],
  ['Bhubaneswar', 'Odisha', '751'],
  ['Ranchi', 'Jharkhand', '834'],
  ['Raipur', 'Chhattisgarh', '492'],
  ['Dehradun', 'Uttarakhand', '248'],
  ['Shimla', 'Himachal Pradesh', '171'],
  ['Gurugram', 'Haryana', '122'],
  ['Chandigarh', 'Chandigarh', '160'],
  ['Panaji', 'Goa', '403'],
  ['Imphal', 'Manipur', '795'],
  ['Shillong', 'Meghalaya', '793'],
  ['Aizawl', 'Mizoram', '796'],
  ['Agartala', 'Tripura', '799'],
  ['Gangtok', 'Sikkim', '737'],
  ['Itanagar', 'Arunachal Pradesh', '791'],
]

export const STREETS = words(`MG-Road Station-Road Gandhi-Nagar Nehru-Street Park-Street Temple-Road Civil-Lines
Lake-View-Road Model-Town Shivaji-Nagar Rajaji-Salai Residency-Road Church-Street Mall-Road Ring-Road Sadar-Bazaar
Subhash-Marg Tilak-Road Ambedkar-Chowk Anna-Salai Hill-Road Market-Yard College-Road Canal-Road`).map((street) =>
  street.replaceAll('-', ' '),
)

export const CONDITIONS = [
  'Type 2 diabetes',
  'High blood pressure',
  'Asthma',
  'Penicillin allergy',
  'Heart bypass',
  'Thyroid disorder',
  'Epilepsy',
  'Kidney stones',
]
export const MEDICINES = [
  'Metformin 500 mg',
  'Amlodipine 5 mg',
  'Salbutamol inhaler',
  'Thyroxine 50 mcg',
  'Aspirin 75 mg',
]
