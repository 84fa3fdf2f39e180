import type { ChainMember, Reveal } from '@tvarit/shared/contracts/chain'
import { indianDate } from '@tvarit/shared/contracts/indian-time'
import { ROLE_BADGE } from '@tvarit/shared/contracts/roles'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { EmailLink } from '../../../components/email-link.tsx'
import { CopiedPhone } from '../../../components/copy-button.tsx'
import { Card, CardColumn, CardColumns, Facts } from '../../../components/card.tsx'
import { Pill } from '../../../components/pill.tsx'
import { Portrait } from '../../../components/portrait.tsx'
import { LEVELS } from '../chain-levels.ts'
import styles from '../chain.module.css'
import { DocumentLinks } from './document-links.tsx'
import { IdentityNumber } from './identity-number.tsx'
import { Hinted, hintsOf } from './kyc-hint.tsx'
import { PhoneLink } from '../../../components/phone-link.tsx'

interface MemberCardsProps {
  member: ChainMember
  /** An admin may reveal numbers and sees what looked wrong at the registration. */
  admin: boolean
  /** Reads the member again: their links work for five minutes. */
  reload: () => Promise<ChainMember | null>
  /** Cards below those of the member. */
  children: ReactNode
}

export function MemberCards({ member, admin, reload, children }: MemberCardsProps) {
  const profile = member.distributor_profile
  const hints = hintsOf(profile.kyc_flags)
  const address = [profile.address, profile.district, profile.state, profile.pin_code].filter(Boolean).join(', ')
  const identity = (label: string, field: Reveal['field']) => (
    <IdentityNumber
      member_id={member.id}
      admin={admin}
      label={label}
      field={field}
      masked={profile[field]}
      hint={hints[field]}
    />
  )
  return (
    <>
      <div className={styles.person}>
        <Portrait photo={profile.photo} name={member.name} size={88} />
        <div className="stack start gap-s">
          <h2 className="text-xl">{member.name}</h2>
          <Pill tone="brand">{ROLE_BADGE[member.role]}</Pill>
        </div>
      </div>
      <CardColumn>
        <CardColumns>
          <Card title="Personal & Firm Information">
            <Facts
              of={{
                Name: member.name,
                Email: member.email && <EmailLink email={member.email} />,
                Phone: (
                  <Hinted hint={hints.phone_number}>
                    <CopiedPhone phone={member.phone_number} />
                  </Hinted>
                ),
                'Firm Name': profile.firm_name,
                Address: <Hinted hint={hints.pin_code}>{address}</Hinted>,
                'Date of Birth': (
                  <Hinted hint={hints.date_of_birth}>
                    {profile.date_of_birth && indianDate(profile.date_of_birth)}
                  </Hinted>
                ),
                'Alternate Phone': profile.alternate_mobile_number && (
                  <PhoneLink phone={profile.alternate_mobile_number} />
                ),
                'Aadhar Number': identity('Aadhar Number', 'aadhar_number'),
                'PAN Number': identity('PAN Number', 'pan_number'),
                'GST Number': identity('GST Number', 'gst_number'),
              }}
            />
          </Card>
          <CardColumn>
            <Card title="Bank Details">
              <Facts
                of={{
                  'Bank Name': profile.bank_name,
                  Branch: profile.bank_branch,
                  'Account Number': identity('Account Number', 'bank_account_number'),
                  'IFSC Code': (
                    <Hinted hint={hints.ifsc_code}>
                      {profile.ifsc_code && <span className="mono">{profile.ifsc_code}</span>}
                    </Hinted>
                  ),
                }}
              />
            </Card>
            {member.parent ? <ParentCard parent={member.parent} admin={admin} /> : null}
            <Card title="Uploaded Documents">
              <DocumentLinks member={member} reload={reload} />
            </Card>
          </CardColumn>
        </CardColumns>
        {children}
      </CardColumn>
    </>
  )
}

/** An admin can go up the chain; the others see their parent's name, not their papers. */
function ParentCard({ parent, admin }: { parent: NonNullable<ChainMember['parent']>; admin: boolean }) {
  const level = Object.values(LEVELS).find(({ role }) => role === parent.role)
  return (
    <Card title="Parent Information">
      <Facts
        of={{
          'Parent Name':
            admin && level ? <Link to={`${level.detail_path}/${parent.id}`}>{parent.name}</Link> : parent.name,
          'Parent Role': ROLE_BADGE[parent.role],
        }}
      />
    </Card>
  )
}
