import { useTranslation } from 'react-i18next';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { mayTravel } from '#/client/platform/navigation/travel.ts';
import { Breadcrumbs } from '#/client/ui/navigation/Breadcrumbs.tsx';
import { ButtonLink } from '#/client/ui/inputs/Button.tsx';
import styles from './CaseTrail.module.css';

const here = (path: string) => inLocale(pageConfig.locale, path);

/** Breadcrumbs of the page and the link back to the inventory (C6, S14). */
export function CaseTrail({ caseName }: { caseName: string }) {
  const { t } = useTranslation('cases');
  return (
    <div className={`wrap ${styles.trail}`} data-own-light>
      <Breadcrumbs
        label={t('case.crumbs')}
        crumbs={[
          { label: t('case.cabinet'), to: here(paths.cabinet) },
          { label: t('case.inventory'), to: here(paths.inventory), viewTransition: mayTravel() },
          { label: caseName },
        ]}
      />
      <ButtonLink
        variant="quiet"
        size="small"
        icon="arrowLeft"
        to={here(paths.inventory)}
        viewTransition={mayTravel()}
      >
        {t('case.back')}
      </ButtonLink>
    </div>
  );
}
