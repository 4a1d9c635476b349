import { useTranslation } from 'react-i18next';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { mayTravel } from '#/client/platform/navigation/travel.ts';
import { readToken } from '#/client/platform/api/token.ts';
import { Breadcrumbs } from '#/client/ui/navigation/Breadcrumbs.tsx';

const at = (path: string) => inLocale(pageConfig.locale, path);

interface ShopTrailProps {
  here: string;
  /** Whether the page belongs to a case. Visitors have no tab of cases (S6). */
  isCase?: boolean;
}

/** Breadcrumbs of a page of the shop (S14). A player's begin with the cabinet. */
export function ShopTrail({ here, isCase = false }: ShopTrailProps) {
  const { t } = useTranslation('shop');
  return (
    <Breadcrumbs
      label={t('crumbs.label')}
      crumbs={[
        ...(readToken() ? [{ label: t('crumbs.cabinet'), to: at(paths.cabinet) }] : []),
        { label: t('crumbs.donate'), to: at(paths.donate) },
        ...(isCase && readToken()
          ? [{ label: t('crumbs.cases'), to: at(paths.donateTab('cases')), viewTransition: mayTravel() }]
          : []),
        { label: here },
      ]}
    />
  );
}
