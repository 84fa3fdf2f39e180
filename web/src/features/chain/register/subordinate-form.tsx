import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { BackLink } from '../../../components/back-link.tsx'
import { Notice } from '../../../components/notice.tsx'
import { PageHead } from '../../../components/page-head.tsx'
import { FormButtons, FormSection, WideField } from '../../../components/form/form-section.tsx'
import { useSessionState } from '../../../lib/session.ts'
import { trpc } from '../../../lib/trpc-query.ts'
import { toast } from '../../../lib/toasts.ts'
import { mistakesText, useFirstMistake } from '../../../lib/use-first-mistake.ts'
import { useUnsent } from '../../../lib/unsent.ts'
import { useLater } from '../../../lib/use-later.ts'
import { useCreation } from '../../../lib/use-creation.ts'
import { levelAt } from '../chain-levels.ts'
import styles from '../chain.module.css'
import { reloadChain } from '../reload-chain.ts'
import { checkForm, type FieldErrors, toFormData } from './form-fields.ts'
import { BankCard, GovernmentIdCard } from './kyc-sections.tsx'
import { ParentField } from './parent-field.tsx'
import { PersonalCard } from './personal-card.tsx'
import { domainErrorOf } from './form-errors.ts'
import { useSubordinateForm } from './use-subordinate-form.ts'

/** Registers a member of a level: their own child for the level above, and for an admin the member they belong to. */
export default function SubordinateForm({ path }: { path: string }) {
  const level = levelAt('add_path', path)
  const admin = useSessionState().session?.user.role === 'admin'
  const parent_role = admin ? level.parent_role : null
  const navigate = useNavigate()
  const form = useSubordinateForm(parent_role !== null)
  const [problem, setProblem] = useState<string | null>(null)
  const { form_id, goToFirstMistake } = useFirstMistake()

  const showErrors = (found: FieldErrors) => {
    form.setErrors(found)
    goToFirstMistake()
  }
  const register = useCreation(
    trpc.chain.register.mutationOptions({
      // The numbers and papers must not outlive the form in a cache.
      gcTime: 0,
      meta: { silent: true },
      onSuccess: () => {
        toast.success(TEXTS.subordinate_registered)
        return reloadChain()
      },
    }),
  )
  const onRejected = (error: unknown) => {
    const { fields, text } = domainErrorOf(error, parent_role !== null)
    setProblem(text)
    showErrors(fields)
  }
  const done = register.isSuccess
  useUnsent(form_id, register.isPending || done)
  useLater(done ? level.registered_path : undefined, LIMITS.redirect_after_register_ms, (path) => void navigate(path))

  const onSubmit = () => {
    if (register.isPending || done) return
    const { texts, files, parent, rejected } = form
    const found = checkForm(texts, files, parent, rejected)
    setProblem(null)
    if (Object.keys(found).length > 0) showErrors(found)
    else register.mutate(toFormData(level.role, texts, files, parent), { onError: onRejected })
  }
  const mistakes = Object.keys(form.errors).length
  const back = admin ? level.all : level.own
  return (
    <>
      <BackLink to={back.path}>{`Back to ${back.title}`}</BackLink>
      <PageHead title={`Add ${level.name}`} note="Every field and all four files are required." />
      <Form id={form_id} className={`stack gap-l ${styles.form}`} onFinish={onSubmit} noValidate>
        {parent_role ? (
          <FormSection title="Place in the chain">
            <WideField>
              <ParentField
                role={parent_role}
                parent={form.parent ?? null}
                error={form.errors.parent_id}
                onParent={form.chooseParent}
              />
            </WideField>
          </FormSection>
        ) : null}
        <PersonalCard form={form} />
        <BankCard form={form} />
        <GovernmentIdCard form={form} />
        {problem ? (
          <Notice tone="error">
            <span className={styles.lines}>{problem}</span>
          </Notice>
        ) : null}
        {mistakes > 0 ? <Notice tone="error">{mistakesText(mistakes)}</Notice> : null}
        <FormButtons>
          <Button
            onClick={() => {
              form.clear()
              setProblem(null)
            }}
          >
            Clear
          </Button>
          <Button type="primary" htmlType="submit" loading={register.isPending} disabled={done}>
            Register
          </Button>
        </FormButtons>
      </Form>
    </>
  )
}
