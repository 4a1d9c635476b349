import type { FastifyInstance } from 'fastify';
import { endpoints } from '#/contract/endpoints.ts';
import type { Deps } from '../deps.ts';
import { route } from '../route.ts';
import { user } from './user.ts';

export function cabinetRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, endpoints.user, (_, { account, locale }) => user(deps, account.id, locale));
}
