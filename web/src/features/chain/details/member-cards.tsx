import type { ChainMember } from '@tvarit/shared/contracts/chain'
import { ROLE_BADGE } from '@tvarit/shared/contracts/roles'
import { Link } from 'react-router'
import { CopyButton } from '../../../components/copy-button.tsx'
import { Card, Fact, Facts } from '../../../components/card.tsx'
import { Pill } from '../../../components/pill.tsx'
import { Portrait } from '../../../components/portrait.tsx'
import { formatDate } from '../../../lib/dates.ts'
import { LEVELS } from '../chain-levels.ts'
import styles from '../chain.module.css'
import { DocumentLinks } from './document-links.tsx'
import { IdentityFact } from './identity-fact.tsx'
import { Hinted, hintsOf } from './kyc-hint.tsx'

interface MemberCardsProps {
  member: ChainMember
  /** An admin may reveal numbers and sees what looked wrong at the registration. */
  admin: boolean
  /** Reads the member again: their links work for five minutes. */
  reload: () => Promise<ChainMember | null>
}

export function MemberCards({ member, admin, reload }: MemberCardsProps) {
  const profile = member.distributor_profile
  const hints = hintsOf(profile.kyc_flags)
  const address = [profile.address, profile.district, profile.state, profile.pin_code].filter(Boolean).join(', ')
  const identity = { member_id: member.id, admin }
  return (
    <>
      <div className={styles.person}>
        <Portrait photo={profile.photo} name={member.name} size={88} />
        <div className={styles.personText}>
          <h2 className={styles.personName}>{member.name}</h2>
          <Pill tone="brand">{ROLE_BADGE[member.role]}</Pill>
        </div>
      </div>
      <div className={styles.columns}>
        <Card title="Personal & Firm Information">
          <Facts>
            <Fact label="Name">{member.name}</Fact>
            <Fact label="Email">{member.email}</Fact>
            <Fact label="Phone">
              <Hinted hint={hints.phone_number}>
                <span className={styles.phone}>
                  <a className="numbers" href={`tel:+91${member.phone_number}`}>
                    {member.phone_number}
                  </a>
                  <CopyButton text={member.phone_number} what="Phone" />
                </span>
              </Hinted>
            </Fact>
            <Fact label="Firm Name">{profile.firm_name}</Fact>
            <Fact label="Address">
              <Hinted hint={hints.pin_code}>{address}</Hinted>
            </Fact>
            <Fact label="Date of Birth">
              <Hinted hint={hints.date_of_birth}>
                {profile.date_of_birth ? formatDate(profile.date_of_birth) : null}
              </Hinted>
            </Fact>
            <Fact label="Alternate Phone">{profile.alternate_mobile_number}</Fact>
            <IdentityFact
              {...identity}
              label="Aadhar Number"
              field="aadhar_number"
              masked={profile.aadhar_number}
              hint={hints.aadhar_number}
            />
            <IdentityFact
              {...identity}
              label="PAN Number"
              field="pan_number"
              masked={profile.pan_number}
              hint={hints.pan_number}
            />
            <IdentityFact
              {...identity}
              label="GST Number"
              field="gst_number"
              masked={profile.gst_number}
              hint={hints.gst_number}
            />
          </Facts>
        </Card>
        <div className={styles.column}>
          <Card title="Bank Details">
            <Facts>
              <Fact label="Bank Name">{profile.bank_name}</Fact>
              <Fact label="Branch">{profile.bank_branch}</Fact>
              <IdentityFact
                {...identity}
                label="Account Number"
                field="bank_account_number"
                masked={profile.bank_account_number}
                hint={hints.bank_account_number}
              />
              <Fact label="IFSC Code">
                <Hinted hint={hints.ifsc_code}>
                  {profile.ifsc_code ? <span className={styles.code}>{profile.ifsc_code}</span> : null}
                </Hinted>
              </Fact>
            </Facts>
          </Card>
          {member.parent ? <ParentCard parent={member.parent} admin={admin} /> : null}
          <Card title="Uploaded Documents">
            <DocumentLinks member={member} reload={reload} />
          </Card>
        </div>
      </div>
    </>
  )
}

/** An admin can go up the chain; the others see their parent's name, not their papers. */
function ParentCard({ parent, admin }: { parent: NonNullable<ChainMember['parent']>; admin: boolean }) {
  const level = Object.values(LEVELS).find(({ role }) => role === parent.role)
  return (
    <Card title="Parent Information">
      <Facts>
        <Fact label="Parent Name">
          {admin && level ? <Link to={`${level.detail_path}/${parent.id}`}>{parent.name}</Link> : parent.name}
        </Fact>
        <Fact label="Parent Role">{ROLE_BADGE[parent.role]}</Fact>
      </Facts>
    </Card>
  )
}
