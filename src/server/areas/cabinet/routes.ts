import type { FastifyInstance } from 'fastify';
import { endpoints } from '#/contract/calls/endpoints.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { previewed } from '#/server/domain/operators/previewedReads.ts';
import { route } from '#/server/platform/http/route.ts';
import { cancelEmailChange } from './cancelEmailChange.ts';
import { changeEmail } from './changeEmail.ts';
import { changePassword } from './changePassword.ts';
import { deleteAccount } from './deleteAccount.ts';
import { exportData } from './exportData.ts';
import { accountStatistic } from '#/server/domain/referral/accountStatistic.ts';
import { invitation } from '#/server/domain/referral/invitation.ts';
import { invitedPlayers } from '#/server/domain/referral/invitedPlayers.ts';
import { milestones } from '#/server/domain/referral/milestones.ts';
import { movements } from '#/server/domain/ledger/movements.ts';
import { playerDeliveries } from '#/server/domain/deliveries/playerDeliveries.ts';
import { confirmOwnLink, endOwnLink, gameLink, linkCode, refuseLink } from './gameLink.ts';
import { newsRoutes } from './newsRoutes.ts';
import { newRecoveryCodes } from './newRecoveryCodes.ts';
import { addPasskey, listPasskeys, passkeyOptions, removePasskey, renamePasskey } from './passkeys.ts';
import { resendVerify } from './resendVerify.ts';
import { findPermit } from '#/server/domain/gameServers/spendPermits.ts';
import { saveInviter } from '#/server/domain/referral/saveInviter.ts';
import { endOtherSessions, endOwnSession, endOwnTrust, listSessions } from './sessions.ts';
import { setSpendPermit } from './spendPermit.ts';
import { statusStatistic } from '#/server/domain/referral/statusStatistic.ts';
import { twoFaDestroy } from './twoFaDestroy.ts';
import { twoFaSecret } from './twoFaSecret.ts';
import { twoFaVerify } from './twoFaVerify.ts';
import { user } from './user.ts';

export function cabinetRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, endpoints.user, (_, { account, locale }) => user(deps, account.id, locale));
  route(app, deps, endpoints.saveInviter, ({ body }, { request, account, idempotencyKey }) =>
    saveInviter(deps, request, account, body.promo_code, idempotencyKey),
  );
  route(app, deps, endpoints.movements, ({ query }, { account, locale }) =>
    movements(deps, account.id, query.before, locale),
  );
  route(app, deps, endpoints.deliveries, ({ query }, { account, locale }) =>
    playerDeliveries(deps, account.id, query.before, locale),
  );
  route(app, deps, endpoints.accountStatistic, (_, { account, locale }) =>
    accountStatistic(deps, account.id, locale),
  );
  route(app, deps, endpoints.statusStatistic, (_, caller) =>
    previewed(deps, caller, (seen) => statusStatistic(seen, caller.locale)),
  );
  route(app, deps, endpoints.milestone, (_, { account, locale }) => milestones(deps, account.id, locale));
  route(app, deps, endpoints.invitation, (_, { account, locale }) => invitation(deps, account.id, locale));
  route(app, deps, endpoints.invitedPlayers, ({ query }, { account }) =>
    invitedPlayers(deps, account.id, query.before),
  );
  route(app, deps, endpoints.resendVerify, (_, { request, account }) => resendVerify(deps, request, account));
  route(app, deps, endpoints.changePassword, ({ body }, { request, account }) =>
    changePassword(deps, request, account, body),
  );
  route(app, deps, endpoints.twoFaSecret, (_, { account }) => twoFaSecret(deps, account));
  route(app, deps, endpoints.twoFaVerify, ({ body }, { request, account }) =>
    twoFaVerify(deps, request, account, body),
  );
  route(app, deps, endpoints.twoFaDestroy, ({ body }, { request, account }) =>
    twoFaDestroy(deps, request, account, body),
  );
  route(app, deps, endpoints.newRecoveryCodes, ({ body }, { request, account }) =>
    newRecoveryCodes(deps, request, account, body),
  );
  route(app, deps, endpoints.passkeys, (_, { account }) => listPasskeys(deps, account));
  route(app, deps, endpoints.passkeyOptions, ({ body }, { account }) => passkeyOptions(deps, account, body));
  route(app, deps, endpoints.addPasskey, ({ body }, { request, account }) =>
    addPasskey(deps, request, account, body),
  );
  route(app, deps, endpoints.renamePasskey, ({ params, body }, { account }) =>
    renamePasskey(deps, account, params.id, body),
  );
  route(app, deps, endpoints.removePasskey, ({ params, body }, { request, account }) =>
    removePasskey(deps, request, account, params.id, body),
  );
  route(app, deps, endpoints.sessions, (_, { request, account }) => listSessions(deps, request, account));
  route(app, deps, endpoints.endSession, ({ params }, { account }) =>
    endOwnSession(deps, account, params.id),
  );
  route(app, deps, endpoints.endTrust, ({ params }, { account }) => endOwnTrust(deps, account, params.id));
  route(app, deps, endpoints.endOtherSessions, (_, { account }) => endOtherSessions(deps, account));
  route(app, deps, endpoints.changeEmail, ({ body }, { account }) => changeEmail(deps, account, body));
  route(app, deps, endpoints.cancelEmailChange, (_, { account }) => cancelEmailChange(deps, account.id));
  newsRoutes(app, deps);
  route(app, deps, endpoints.gameLink, (_, { account }) => gameLink(deps, account));
  route(app, deps, endpoints.linkCode, ({ body }, { account }) => linkCode(deps, account, body));
  route(app, deps, endpoints.confirmLink, ({ body }, { account }) => confirmOwnLink(deps, account, body.id));
  route(app, deps, endpoints.refuseLink, ({ body }, { account }) => refuseLink(deps, account, body.id));
  route(app, deps, endpoints.endLink, ({ body }, { account }) => endOwnLink(deps, account, body));
  route(app, deps, endpoints.spendPermit, (_, { account }) => findPermit(deps.db, deps, account.id));
  route(app, deps, endpoints.setSpendPermit, ({ body }, { account }) => setSpendPermit(deps, account, body));
  route(app, deps, endpoints.exportData, (_, { reply, account, locale }) =>
    exportData(deps, reply, account.id, locale),
  );
  route(app, deps, endpoints.deleteAccount, ({ body }, { reply, account }) =>
    deleteAccount(deps, reply, account, body),
  );
}
