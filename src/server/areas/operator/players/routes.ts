import type { FastifyInstance } from 'fastify';
import { playerCalls } from '#/contract/operator/playerCalls.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { idOf, operatorAct } from '../calls/operatorAct.ts';
import { operatorRoute } from '../calls/operatorRoute.ts';
import { closeAct, endSessionsAct, noteAct, partnerAct } from './accountActs.ts';
import { blockAct, liftAct } from './blockActs.ts';
import { exportPlayer } from './exportPlayer.ts';
import { listPlayers } from './listPlayers.ts';
import { playerDraws } from './playerDraws.ts';
import { playerGifts } from './playerGifts.ts';
import { playerHistory } from './playerHistory.ts';
import { playerLedger } from './playerLedger.ts';
import { playerInvited, playerReferral } from './playerReferral.ts';
import { correctAct, forgiveAct, grantAct, takeOverAct } from './balanceActs.ts';
import { changeEmailAct, mailResetAct, switchOffTwoFactorAct, unlinkAct } from './recoverActs.ts';
import { showPlayer } from './showPlayer.ts';
import { showPlayerPersonal } from './showPlayerPersonal.ts';

/** Serves the operators' calls about players. */
export function playerRoutes(app: FastifyInstance, deps: Deps): void {
  operatorRoute(app, deps, playerCalls.players, ({ query }) => listPlayers(deps, query));
  operatorRoute(app, deps, playerCalls.player, ({ params }) => showPlayer(deps, idOf(params)));
  operatorRoute(app, deps, playerCalls.playerPersonal, ({ params }, { request, operator }) =>
    showPlayerPersonal(deps, request, operator, idOf(params)),
  );
  operatorRoute(app, deps, playerCalls.playerLedger, ({ params, query }) =>
    playerLedger(deps, idOf(params), query),
  );
  operatorRoute(app, deps, playerCalls.playerDraws, ({ params, query }) =>
    playerDraws(deps, idOf(params), query.before),
  );
  operatorRoute(app, deps, playerCalls.playerHistory, ({ params, query }) =>
    playerHistory(deps, idOf(params), query.before),
  );
  operatorRoute(app, deps, playerCalls.playerReferral, ({ params }) => playerReferral(deps, idOf(params)));
  operatorRoute(app, deps, playerCalls.playerInvited, ({ params, query }) =>
    playerInvited(deps, idOf(params), query.before),
  );
  balanceRoutes(app, deps);
  accountRoutes(app, deps);
  recoverRoutes(app, deps);
}

function balanceRoutes(app: FastifyInstance, deps: Deps): void {
  operatorRoute(app, deps, playerCalls.playerGifts, ({ params }) => playerGifts(deps, idOf(params)));
  operatorAct(app, deps, playerCalls.grantPlayer, 'grantPlayer', (tx, { params, body }) =>
    grantAct(tx, deps, idOf(params), body.gift),
  );
  operatorAct(app, deps, playerCalls.correctPlayer, 'correctPlayer', (tx, { params, body }) =>
    correctAct(tx, deps, idOf(params), body.coins),
  );
  operatorAct(app, deps, playerCalls.forgiveDebt, 'forgiveDebt', (tx, { params, body }) =>
    forgiveAct(tx, deps, idOf(params), body.coins),
  );
  operatorAct(app, deps, playerCalls.takeOverDebt, 'takeOverDebt', (tx, { params, body }) =>
    takeOverAct(tx, deps, idOf(params), body.payer),
  );
}

function accountRoutes(app: FastifyInstance, deps: Deps): void {
  operatorAct(app, deps, playerCalls.notePlayer, 'notePlayer', (tx, { params }) => noteAct(tx, idOf(params)));
  operatorAct(app, deps, playerCalls.endPlayerSessions, 'endPlayerSessions', (tx, { params, body }) =>
    endSessionsAct(tx, deps, idOf(params), body.session),
  );
  operatorAct(app, deps, playerCalls.blockPlayer, 'blockPlayer', (tx, { params, body }, { id }) =>
    blockAct(tx, deps, { ...body, playerId: idOf(params), operatorId: id }),
  );
  operatorAct(app, deps, playerCalls.liftBlock, 'liftBlock', (tx, { params, body }, { id }) =>
    liftAct(tx, deps, { playerId: idOf(params), blockId: body.block, operatorId: id }),
  );
  operatorAct(app, deps, playerCalls.markPartner, 'markPartner', (tx, { params, body }) =>
    partnerAct(tx, idOf(params), body.isMediaPartner),
  );
  operatorAct(app, deps, playerCalls.closePlayer, 'closePlayer', (tx, { params, body }) =>
    closeAct(tx, deps, idOf(params), body.askedOn),
  );
  operatorRoute(app, deps, playerCalls.exportPlayer, ({ params, body }, { request, operator }) =>
    exportPlayer(deps, request, operator, idOf(params), body),
  );
}

function recoverRoutes(app: FastifyInstance, deps: Deps): void {
  operatorAct(app, deps, playerCalls.switchOffTwoFactor, 'switchOffTwoFactor', (tx, { params, body }) =>
    switchOffTwoFactorAct(tx, deps, idOf(params), body.reason),
  );
  operatorAct(app, deps, playerCalls.unlinkPlayer, 'unlinkPlayer', (tx, { params, body }) =>
    unlinkAct(tx, deps, idOf(params), body.reason),
  );
  operatorAct(app, deps, playerCalls.changePlayerEmail, 'changePlayerEmail', (tx, { params, body }) =>
    changeEmailAct(tx, deps, idOf(params), body.email, body.reason),
  );
  operatorAct(app, deps, playerCalls.mailReset, 'mailReset', (tx, { params }) =>
    mailResetAct(tx, deps, idOf(params)),
  );
}
