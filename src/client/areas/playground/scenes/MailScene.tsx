import { useState } from 'react';
import { LOCALES } from '#/contract/kernel/locale.ts';
import { MAIL_KINDS } from '#/contract/mail.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { Select } from '#/client/ui/inputs/Select.tsx';
import styles from './MailScene.module.css';

const LANGUAGES = LOCALES.map((locale) => ({ value: locale, label: locale }));

/** Every mail of the site in a language, as it is sent. */
export function MailScene() {
  const [locale, setLocale] = useState<string>(pageConfig.locale);
  return (
    <>
      <div className={styles.language}>
        <Select
          name="locale"
          label="Language"
          options={LANGUAGES}
          value={locale}
          onValueChange={setLocale}
          placeholder="Language"
        />
      </div>
      <div className={styles.mails}>
        {MAIL_KINDS.map((kind) => (
          <section key={kind}>
            <h2>{kind}</h2>
            <iframe
              title={kind}
              src={`/playground/mails/${locale}/${kind}`}
              sandbox="allow-popups allow-popups-to-escape-sandbox"
              loading="lazy"
            />
            <a href={`/playground/mails/${locale}/${kind}/text`}>As plain text</a>
          </section>
        ))}
      </div>
    </>
  );
}
