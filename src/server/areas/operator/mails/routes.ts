import type { FastifyInstance } from 'fastify';
import { mailCalls } from '#/contract/operator/mailCalls.ts';
import { matchingMails } from '#/server/domain/mails/mailList.ts';
import { mailQueueState } from '#/server/domain/mails/mailQueueState.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { idOf, operatorAct } from '../calls/operatorAct.ts';
import { operatorRoute } from '../calls/operatorRoute.ts';
import { listMails, showMail } from './listMails.ts';
import { changeMailsAct } from './mailActs.ts';
import { muteAct } from './muteActs.ts';
import { mailTemplate } from './mailTemplate.ts';
import { sendTestMail } from './sendTestMail.ts';
import { showRecipient } from './showRecipient.ts';

/** Serves the operators' calls about mails. */
export function mailRoutes(app: FastifyInstance, deps: Deps): void {
  operatorRoute(app, deps, mailCalls.mails, ({ query }) => listMails(deps, query));
  operatorRoute(app, deps, mailCalls.mailQueue, () => mailQueueState(deps));
  operatorRoute(app, deps, mailCalls.matchingMails, ({ query }) => matchingMails(deps, query));
  operatorRoute(app, deps, mailCalls.mail, ({ params }) => showMail(deps, idOf(params)));
  operatorRoute(app, deps, mailCalls.mailPersonal, ({ params }, { request, operator }) =>
    showRecipient(deps, request, operator, idOf(params)),
  );
  operatorAct(app, deps, mailCalls.retryMails, 'mailsRetried', (tx, { body }) =>
    changeMailsAct(tx, deps, 'retry', body.mails),
  );
  operatorAct(app, deps, mailCalls.dropMails, 'mailsDropped', (tx, { body }) =>
    changeMailsAct(tx, deps, 'drop', body.mails),
  );
  operatorRoute(app, deps, mailCalls.sendTestMail, ({ body }, { request, operator }) =>
    sendTestMail(deps, request, operator, body.locale),
  );
  operatorAct(app, deps, mailCalls.muteMails, 'mailsMuted', (tx, { body: { reason } }, { id }) =>
    muteAct(tx, deps, true, { operatorId: id, reason }),
  );
  operatorAct(app, deps, mailCalls.unmuteMails, 'mailsUnmuted', (tx, { body: { reason } }, { id }) =>
    muteAct(tx, deps, false, { operatorId: id, reason }),
  );
  operatorRoute(app, deps, mailCalls.mailTemplate, async ({ params }, { reply }) =>
    mailTemplate(deps, reply, params.id),
  );
}
