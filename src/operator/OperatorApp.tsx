import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { Frame } from './frame/Frame.tsx';
import { NotFoundPage } from './frame/NotFoundPage.tsx';
import { PageFailed } from './frame/PageFailed.tsx';
import { loadPageTexts, type PageTexts } from './platform/texts.ts';

/**
 * A page whose code and texts are loaded when it is opened.
 * @param path undefined for the first page
 */
const page = (
  path: string | undefined,
  load: () => Promise<ComponentType>,
  ...texts: PageTexts[]
): RouteObject => ({
  ...(path === undefined ? { index: true } : { path }),
  lazy: async () => {
    const [Component] = await Promise.all([load(), loadPageTexts(texts)]);
    return { Component };
  },
});

/** All pages, below /operator. */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: PageFailed,
    HydrateFallback: () => null,
    children: [
      page('invitation', async () => (await import('./entrance/InvitationPage.tsx')).InvitationPage),
    ],
  },
  {
    Component: Frame,
    ErrorBoundary: PageFailed,
    HydrateFallback: () => null,
    children: [
      {
        ErrorBoundary: PageFailed,
        children: [
          page(
            undefined,
            async () => (await import('./figures/DashboardPage.tsx')).DashboardPage,
            'operatorDashboard',
          ),
          page(
            'exports',
            async () => (await import('./figures/ExportsPage.tsx')).ExportsPage,
            'operatorExports',
            'operatorDashboard',
          ),
          page(
            'tax',
            async () => (await import('./tax/TaxPage.tsx')).TaxPage,
            'operatorTax',
            'operatorDashboard',
            'operatorExports',
          ),
          page(
            'tax/doubts',
            async () => (await import('./tax/DoubtsPage.tsx')).DoubtsPage,
            'operatorTax',
            'operatorDashboard',
            'operatorExports',
            'operatorOrders',
          ),
          page('tax/rates', async () => (await import('./tax/RatesPage.tsx')).RatesPage, 'operatorTax'),
          page(
            'payouts',
            async () => (await import('./payouts/PayoutsPage.tsx')).PayoutsPage,
            'operatorPayouts',
            'operatorDashboard',
            'operatorExports',
            'operatorOrders',
          ),
          page(
            'payouts/missing',
            async () => (await import('./payouts/MissingPage.tsx')).MissingPage,
            'operatorPayouts',
            'operatorDashboard',
            'operatorExports',
            'operatorOrders',
          ),
          page(
            'payouts/:id',
            async () => (await import('./payouts/PayoutPage.tsx')).PayoutPage,
            'operatorPayouts',
            'operatorOrders',
          ),
          page(
            'site',
            async () => (await import('./site/SitePage.tsx')).SitePage,
            'operatorJobs',
            'operatorTerms',
          ),
          page('approvals', async () => (await import('./people/ApprovalsPage.tsx')).ApprovalsPage),
          page('orders', async () => (await import('./orders/OrdersPage.tsx')).OrdersPage, 'operatorOrders'),
          page(
            'orders/:id',
            async () => (await import('./orders/OrderPage.tsx')).OrderPage,
            'operatorOrders',
          ),
          page(
            'deliveries',
            async () => (await import('./deliveries/DeliveriesPage.tsx')).DeliveriesPage,
            'operatorGame',
          ),
          page(
            'deliveries/:id',
            async () => (await import('./deliveries/DeliveryPage.tsx')).DeliveryPage,
            'operatorGame',
          ),
          page(
            'servers',
            async () => (await import('./servers/ServersPage.tsx')).ServersPage,
            'operatorGame',
          ),
          page(
            'servers/:key',
            async () => (await import('./servers/ServerPage.tsx')).ServerPage,
            'operatorGame',
          ),
          page(
            'players',
            async () => (await import('./players/PlayersPage.tsx')).PlayersPage,
            'operatorPlayers',
          ),
          page(
            'players/:id',
            async () => (await import('./players/PlayerPage.tsx')).PlayerPage,
            'operatorPlayers',
          ),
          page(
            'catalogue',
            async () => (await import('./catalogue/CataloguePage.tsx')).CataloguePage,
            'operatorCatalogue',
          ),
          page(
            'catalogue/drafts/:id',
            async () => (await import('./catalogue/DraftPage.tsx')).DraftPage,
            'operatorCatalogue',
          ),
          page(
            'catalogue/revisions/:id',
            async () => (await import('./catalogue/RevisionPage.tsx')).RevisionPage,
            'operatorCatalogue',
          ),
          page(
            'fairness',
            async () => (await import('./site/FairnessPage.tsx')).FairnessPage,
            'operatorFairness',
            'operatorBooks',
          ),
          page(
            'discounts',
            async () => (await import('./discounts/DiscountsPage.tsx')).DiscountsPage,
            'operatorDiscounts',
          ),
          page(
            'discounts/:id',
            async () => (await import('./discounts/DiscountPage.tsx')).DiscountPage,
            'operatorDiscounts',
          ),
          page('mails', async () => (await import('./mails/MailsPage.tsx')).MailsPage, 'operatorMails'),
          page(
            'mails/templates',
            async () => (await import('./mails/TemplatesPage.tsx')).TemplatesPage,
            'operatorMails',
          ),
          page('mails/:id', async () => (await import('./mails/MailPage.tsx')).MailPage, 'operatorMails'),
          page('staff', async () => (await import('./people/StaffPage.tsx')).StaffPage, 'operatorPeople'),
          page('audit', async () => (await import('./people/AuditPage.tsx')).AuditPage, 'operatorPeople'),
          { path: '*', Component: NotFoundPage },
        ],
      },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes, { basename: '/operator' });
