import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { idInPath } from '#/contract/cases.ts';
import { ApiError } from '#/client/platform/api/api.ts';
import { ContentsGrid } from '#/client/domain/prizes/ContentsGrid.tsx';
import { DropFeed } from '#/client/domain/prizes/DropFeed.tsx';
import { caseImage } from '#/client/platform/media/images.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { usePageTitle } from '#/client/platform/navigation/pageTitle.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { readToken } from '#/client/platform/api/token.ts';
import { donateDataQuery } from '#/client/domain/queries/shopQueries.ts';
import { ButtonLink } from '#/client/ui/inputs/Button.tsx';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { ErrorState } from '#/client/ui/feedback/ErrorState.tsx';
import { SectionHeading } from '#/client/ui/display/SectionHeading.tsx';
import { TextLink } from '#/client/ui/navigation/TextLink.tsx';
import { CaseShowcase } from './goods/CaseShowcase.tsx';
import { loadErrorText } from '#/client/platform/i18n/errorText.ts';
import styles from './CasePurchasePage.module.css';
import { DonateSkeleton } from './DonateSkeleton.tsx';
import { GoodsList } from './goods/GoodsList.tsx';
import { shopCaseQuery } from './goods/queries.ts';
import { ShopTrail } from './cart/ShopTrail.tsx';

/** The page of a case in the shop (RT4). A malformed or unknown id shows a message (RT11). */
export function CasePurchasePage() {
  const parsed = z.safeParse(idInPath, useParams()['id'] ?? '');
  return parsed.success ? <KnownCase key={parsed.data} id={parsed.data} /> : <UnknownShopCase />;
}

function KnownCase({ id }: { id: number }) {
  const { t } = useTranslation(['shop', 'cases']);
  const box = useQuery(shopCaseQuery(id));
  const shop = useQuery(donateDataQuery);
  usePageTitle(box.data && t('case.title', { name: box.data.case.name }), true);
  if (box.error instanceof ApiError && box.error.status === 404) return <UnknownShopCase />;
  if (box.isPending || shop.isPending) return <DonateSkeleton label={t('case.loading')} />;
  if (!box.data || !shop.data)
    return (
      <div className={`wrap ${styles.page}`}>
        <ErrorState
          as="h1"
          title={t('case.failedTitle')}
          text={loadErrorText(box.error ?? shop.error, t('case.failedText'))}
          retryLabel={t('donate.retry')}
          busy={box.isFetching || shop.isFetching}
          onRetry={() => {
            for (const query of [box, shop]) if (!query.data) void query.refetch();
          }}
        />
      </div>
    );
  const { case: details } = box.data;
  return (
    <div className={styles.page}>
      <div className="wrap">
        <ShopTrail here={details.name} isCase />
      </div>
      <CaseShowcase details={details} />
      <section className={`wrap ${styles.offers}`} aria-labelledby="offers-title">
        <SectionHeading id="offers-title" title={t('case.offers')}>
          {t('case.offersNote')}
        </SectionHeading>
        <GoodsList servers={shop.data.servers} sells={({ case_id: caseId }) => caseId === id} />
      </section>
      <div className={`wrap ${styles.feed}`}>
        <DropFeed caseId={id} />
      </div>
      <ContentsGrid items={details.items}>
        <p className={styles.odds}>
          <TextLink to={inLocale(pageConfig.locale, paths.fairStats(id))}>{t('cases:stats.link')}</TextLink>
        </p>
      </ContentsGrid>
    </div>
  );
}

function UnknownShopCase() {
  const { t } = useTranslation('shop');
  usePageTitle(t('case.unknownTitle'), true);
  const path = readToken() ? paths.donateTab('cases') : paths.donate;
  return (
    <div className={`wrap ${styles.page}`}>
      <ShopTrail here={t('case.unknownTitle')} isCase />
      <EmptyState
        as="h1"
        icon="case"
        title={t('case.unknownTitle')}
        text={t('case.unknownText')}
        picture={caseImage('closed')}
        action={
          <ButtonLink to={inLocale(pageConfig.locale, path)} variant="secondary" icon="arrowLeft">
            {t('case.toShop')}
          </ButtonLink>
        }
      />
    </div>
  );
}
