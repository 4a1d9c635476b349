import type { OperatorEndpoint } from '../people/operatorEndpoint.ts';
import { dashboardQuery, dashboardReply } from './dashboard.ts';

/** The calls about the site's figures. */
export const figureCalls = {
  dashboard: {
    method: 'GET',
    path: '/api/operator/v1/dashboard',
    needs: 'see.sums',
    query: dashboardQuery,
    reply: dashboardReply,
  },
} as const satisfies Record<string, OperatorEndpoint>;
