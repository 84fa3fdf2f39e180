import { Result } from 'antd'

/** A page of another role. The sidebar beside it shows what there is for this one. */
export default function NoPermissionPage() {
  return (
    <Result
      status="warning"
      title={<h1>You do not have permission to open this page.</h1>}
      subTitle="Use the sidebar to open your pages."
      extra={
        <p>
          In an emergency call <a href="tel:112">112</a> or <a href="tel:108">108</a>.
        </p>
      }
    />
  )
}
