import type { ReactElement, ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { NewTabLink } from '#/client/domain/forms/NewTabLink.tsx';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { TextLink } from '#/client/ui/navigation/TextLink.tsx';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import styles from './HelpPage.module.css';
import { TextPage } from './TextPage.tsx';

/** The questions, whose names are hashes of the page. */
const GROUPS = {
  play: ['start', 'server'],
  purchases: ['payment', 'delivery', 'wrong-account', 'refund'],
  account: ['lost-phone', 'lost-email', 'forgot-password', 'blocked', 'delete'],
  cases: ['odds', 'friends'],
} as const;
const ALL_GROUPS = Object.keys(GROUPS) as (keyof typeof GROUPS)[];
type Question = (typeof GROUPS)[keyof typeof GROUPS][number];

/** Pages that answers lead to, by the names of the links in the texts. */
const PAGES = {
  servers: paths.servers,
  signup: paths.signUp,
  address: paths.start,
  auth: paths.auth,
  recovery: paths.recovery,
  cabinet: paths.cabinet,
  orders: paths.orders,
  inventory: paths.inventory,
  game: paths.inTheGame,
  security: paths.settings('twoFactor'),
  settings: paths.settings('account'),
  friends: paths.referral,
  refund: `${paths.help}#refund`,
  delivery: `${paths.help}#delivery`,
  terms: paths.terms,
  fairness: paths.fairness,
};

/** What players ask the support, with answers (RT14). */
export function HelpPage() {
  const { t } = useTranslation('help');
  const { guideUrl, rulesUrl } = pageConfig;
  const parts = partsOfTexts();
  const more: Partial<Record<Question, ReactNode>> = {
    start: <Trans t={t} i18nKey={guideUrl ? 'guide.given' : 'guide.missing'} components={parts} />,
    blocked: rulesUrl && <Trans t={t} i18nKey="rules" components={parts} />,
  };
  return (
    <TextPage
      title={t('title')}
      lead={t('lead')}
      contentsLabel={t('contents')}
      contents={ALL_GROUPS.map((group) =>
        GROUPS[group].map((id) => ({ id, title: t(`answers.${id}.question`) })),
      )}
    >
      <div className={styles.groups}>
        {ALL_GROUPS.map((group) => (
          <section key={group} className={styles.group} aria-labelledby={group}>
            <h2 id={group} className="label">
              {t(`groups.${group}`)}
            </h2>
            {GROUPS[group].map((id) => (
              <section key={id} id={id} className={styles.answer}>
                <h3>{t(`answers.${id}.question`)}</h3>
                <Trans t={t} i18nKey={`answers.${id}.text`} components={parts} />
                {more[id]}
              </section>
            ))}
          </section>
        ))}
        <Panel tone="lit" className={styles.answer} aria-labelledby="contact">
          <h2 id="contact">{t('contact.title')}</h2>
          <Trans
            t={t}
            i18nKey="contact.text"
            values={{ email: pageConfig.supportEmail }}
            components={parts}
          />
        </Panel>
      </div>
    </TextPage>
  );
}

/** The elements of the texts: paragraphs, lists and links. Made for each page, because links contain its language. */
function partsOfTexts(): Record<string, ReactElement> {
  const { guideUrl, locale, rulesUrl, supportEmail } = pageConfig;
  const links: Record<string, ReactElement> = {};
  for (const [name, path] of Object.entries(PAGES)) links[name] = <TextLink to={inLocale(locale, path)} />;
  return {
    p: <p />,
    ol: <ol />,
    ul: <ul />,
    li: <li />,
    b: <b />,
    ...links,
    support: <TextLink to={`mailto:${supportEmail}`} />,
    ...(guideUrl && { guide: <NewTabLink path={guideUrl} /> }),
    ...(rulesUrl && { rules: <NewTabLink path={rulesUrl} /> }),
  };
}
