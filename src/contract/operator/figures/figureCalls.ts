import * as z from 'zod/mini';
import type { OperatorEndpoint } from '../people/operatorEndpoint.ts';
import { dashboardQuery, dashboardReply } from './dashboard.ts';
import { exportParams, makeExportBody, makeExportReply } from './exports.ts';

/** Calls for the site's figures. */
export const figureCalls = {
  dashboard: {
    method: 'GET',
    path: '/api/operator/v1/dashboard',
    needs: 'see.sums',
    query: dashboardQuery,
    reply: dashboardReply,
  },
  /** Not idempotent: a repeated request makes another file and another line in the audit log. */
  makeExport: {
    method: 'POST',
    path: '/api/operator/v1/exports',
    needs: 'exports.make',
    proof: true,
    body: makeExportBody,
    reply: makeExportReply,
  },
  /** The ticket works once and replaces the fresh code. */
  loadExport: {
    method: 'GET',
    path: '/api/operator/v1/exports/{id}',
    needs: 'exports.make',
    params: exportParams,
    reply: z.string(),
  },
} as const satisfies Record<string, OperatorEndpoint>;
