import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { splitLocale } from '#/contract/kernel/locale.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { useSignedIn, useUnreadNews } from '#/client/domain/queries/player.ts';

interface NavLink {
  to: string;
  label: string;
  current: boolean;
  /** Unread news (C15). */
  count?: string | undefined;
}

/** The sections in the header, with the open one marked. */
export function useNavLinks(): NavLink[] {
  const { t } = useTranslation();
  const isSignedIn = useSignedIn();
  const count = useUnreadNews();
  const { pathname, hash } = useLocation();
  const { rest } = splitLocale(pathname);
  const isAtCases = rest.startsWith(`${paths.donate}/case`) || (rest === paths.donate && hash === '#cases');
  const link = (path: string, label: string, current: boolean): NavLink => ({
    to: inLocale(pageConfig.locale, path),
    label,
    current,
  });
  return [
    link(paths.landing, t('nav.landing'), rest === paths.landing),
    link(paths.servers, t('nav.servers'), false),
    link(paths.start, t('nav.start'), false),
    // visitors cannot see the cases of the shop, so the link leads them to those of the landing page
    isSignedIn
      ? link(paths.donateTab('cases'), t('nav.cases'), isAtCases)
      : link(paths.cases, t('nav.cases'), false),
    link(paths.donate, t('nav.shop'), rest.startsWith(paths.donate) && !(isSignedIn && isAtCases)),
    ...(isSignedIn
      ? [
          {
            ...link(paths.cabinet, t('nav.cabinet'), rest.startsWith(paths.cabinet)),
            count,
          },
        ]
      : []),
  ];
}
