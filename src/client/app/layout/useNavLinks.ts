import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { splitLocale } from '#/contract/locale.ts';
import { pageConfig } from './pageConfig.ts';
import { inLocale, paths } from './paths.ts';
import { useSignedIn } from './useSignedIn.ts';

interface NavLink {
  to: string;
  label: string;
  current: boolean;
}

/** The sections the header leads to, and which of them is open. */
export function useNavLinks(): NavLink[] {
  const { t } = useTranslation();
  const isSignedIn = useSignedIn();
  const { rest } = splitLocale(useLocation().pathname);
  const link = (path: string, label: string, current: boolean): NavLink => ({
    to: inLocale(pageConfig.locale, path),
    label,
    current,
  });
  return [
    link(paths.landing, t('nav.landing'), rest === paths.landing),
    link(paths.servers, t('nav.servers'), false),
    link(paths.start, t('nav.start'), false),
    // who is signed in has them in the shop
    ...(isSignedIn ? [] : [link(paths.cases, t('nav.cases'), false)]),
    link(paths.donate, t('nav.shop'), rest.startsWith(paths.donate)),
    ...(isSignedIn ? [link(paths.cabinet, t('nav.cabinet'), rest.startsWith(paths.cabinet))] : []),
  ];
}
