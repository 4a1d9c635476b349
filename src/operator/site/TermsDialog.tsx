import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { type Locale, LOCALES } from '#/contract/kernel/locale.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { announceTermsBody, TERMS_TEXT_MAX_LENGTH, termsMails } from '#/contract/operator/site.ts';
import { ApiError } from '#/client/platform/api/api.ts';
import { useOneRequest } from '#/client/platform/forms/useSubmit.ts';
import { errorText, errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { formatDay } from '#/client/platform/i18n/formatDate.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { ActDialog } from '../acts/ActDialog.tsx';
import { FormDialog } from '../acts/FormDialog.tsx';
import { TimeField } from '../acts/TimeField.tsx';
import { ProseField } from '../acts/ProseField.tsx';
import { previewAct } from '../platform/operatorApi.ts';
import styles from './Site.module.css';

const { inForceOn: day, texts } = announceTermsBody.shape;
const NO_TEXTS: Record<Locale, string> = { ru: '', uk: '', en: '' };

interface TermsDialogProps {
  /** The earliest day in force. */
  earliestOn: string;
  onClose: () => void;
}

/**
 * Announces a change of the terms: asks for its day and a text in each language, then shows the mails and asks for the
 * reason. Refusals of the server appear at their fields.
 */
export function TermsDialog({ earliestOn, onClose }: TermsDialogProps) {
  const { t } = useTranslation(['operatorTerms', 'common']);
  const [typed, setTyped] = useState({ inForceOn: '', texts: NO_TEXTS });
  const [wrong, setWrong] = useState<Partial<Record<'inForceOn' | Locale, string>>>({});
  const [failure, setFailure] = useState<string>();
  const [body, setBody] = useState<object>();
  const { isPending, run } = useOneRequest();
  const most = formatNumber(TERMS_TEXT_MAX_LENGTH);

  const check = () =>
    run(
      async () => {
        const wrongTexts = LOCALES.filter(
          (locale) => !texts.shape[locale].safeParse(typed.texts[locale]).success,
        );
        const found = {
          ...(!day.safeParse(typed.inForceOn).success && { inForceOn: t('wrong.day') }),
          ...Object.fromEntries(wrongTexts.map((locale) => [locale, t('wrong.text', { most })])),
        };
        setWrong(found);
        setFailure(undefined);
        if (Object.keys(found).length > 0) return;
        await previewAct(operatorCalls.announceTerms, { body: typed });
        setBody(typed);
      },
      (error) => {
        const code = error instanceof ApiError ? error.errors['inForceOn'] : undefined;
        if (code) setWrong({ inForceOn: errorText(code) });
        else setFailure(errorTextOf(error));
      },
    );

  if (body)
    return (
      <ActDialog
        plan={{ endpoint: operatorCalls.announceTerms, input: { body } }}
        title={t('announce')}
        label={t('announce')}
        done={t('announced')}
        renderForeseen={(foreseen) => <Mails foreseen={foreseen} />}
        onClose={() => setBody(undefined)}
        onDone={onClose}
      />
    );
  return (
    <FormDialog title={t('announce')} busy={isPending} onSubmit={() => void check()} onClose={onClose}>
      <TimeField
        name="inForceOn"
        type="date"
        label={t('inForceOn')}
        hint={t('dayHint', { day: formatDay(earliestOn) })}
        value={typed.inForceOn}
        error={wrong.inForceOn}
        onValueChange={(inForceOn) => {
          setTyped({ ...typed, inForceOn });
          setWrong({});
        }}
      />
      {LOCALES.map((locale) => (
        <ProseField
          key={locale}
          name={locale}
          label={t('textOf', { language: t(`common:languages.${locale}`) })}
          hint={t('textHint', { most })}
          maxLength={TERMS_TEXT_MAX_LENGTH}
          value={typed.texts[locale]}
          error={wrong[locale]}
          onValueChange={(text) => {
            setTyped({ ...typed, texts: { ...typed.texts, [locale]: text } });
            setWrong({});
          }}
        />
      ))}
      <FormAlert sentences={failure === undefined ? [] : [failure]} />
    </FormDialog>
  );
}

/** The mail in each language, as a player gets it. */
function Mails({ foreseen }: { foreseen: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation(['operatorTerms', 'common']);
  const mails = z.safeParse(termsMails, foreseen).data?.mails ?? {};
  return LOCALES.map((locale) => (
    <details key={locale} className={styles.mail}>
      <summary>
        {t('mail')} · {t(`common:languages.${locale}`)}
      </summary>
      <p lang={locale}>{mails[locale]}</p>
    </details>
  ));
}
