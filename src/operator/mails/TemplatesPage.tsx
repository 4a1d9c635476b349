import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { LOCALES } from '#/contract/kernel/locale.ts';
import { MAIL_KINDS } from '#/contract/mail.ts';
import { templatePath } from '#/contract/operator/mails.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { PageHead } from '../parts/PageHead.tsx';
import { FilterChoice } from '../lists/Filters.tsx';
import { AT_ONCE } from '../lists/useListFilters.ts';
import { useOperator } from '../platform/session.ts';
import { MailsTabs } from './MailsTabs.tsx';
import styles from './Mails.module.css';

/** A sample of each mail in each language, as the site sends it. The address contains kind and language. */
export function TemplatesPage() {
  const { t } = useTranslation(['operatorMails', 'operator', 'common']);
  const operator = useOperator();
  const [search, setSearch] = useSearchParams();
  const kind = MAIL_KINDS.find((one) => one === search.get('kind')) ?? MAIL_KINDS[0];
  const locale = LOCALES.find((one) => one === search.get('locale')) ?? pageConfig.locale;
  const show = (changes: object) => setSearch({ kind, locale, ...changes }, AT_ONCE);
  return (
    <>
      <PageHead title={t('templates')} lead={t('template.text')} />
      <MailsTabs shown="templates" />
      <div className={styles.choice}>
        <FilterChoice
          label={t('template.label')}
          value={kind}
          options={MAIL_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          isAnyAllowed={false}
          onValueChange={(value) => show({ kind: value })}
        />
        <FilterChoice
          label={t('template.language')}
          value={locale}
          options={LOCALES.map((value) => ({ value, label: t(`common:languages.${value}`) }))}
          isAnyAllowed={false}
          onValueChange={(value) => show({ locale: value })}
        />
      </div>
      {/* without a session the frame would show a refusal as text */}
      {operator && (
        <iframe
          key={`${locale}-${kind}`}
          className={styles.frame}
          title={t('template.frame', {
            kind: t(`kinds.${kind}`),
            language: t(`common:languages.${locale}`),
          })}
          src={templatePath(locale, kind)}
          sandbox=""
        />
      )}
    </>
  );
}
