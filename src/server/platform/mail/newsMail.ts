import { type PlayerNewsEntry, STOP_MAILS_PATH } from '#/contract/kernel/playerNews.ts';
import type { MailVariables } from './mails.ts';
import { type Link, notLinked, oneLine, orderPath, type Wording } from './mailWording.ts';

const NEWS = '/cabinet#news';
const VERIFICATION = '/email-verification';

/** A line of the mail of news: what happened, and to what. */
function factOf(entry: PlayerNewsEntry, { t, time, day }: Wording): { label: string; value: string } {
  const parts = (...all: string[]) =>
    all
      .map((part) => notLinked(oneLine(part)))
      .filter(Boolean)
      .join(' · ');
  switch (entry.kind) {
    case 'goods':
    case 'waits': {
      const { title, pieces, server } = entry;
      const label = entry.kind === 'goods' ? t('playerNews.kinds.goods') : t(`playerNews.waits.${entry.why}`);
      return { label, value: parts(pieces > 1 ? `${title} × ${pieces}` : title, server) };
    }
    case 'refund':
      return { label: t('playerNews.kinds.refund'), value: parts(entry.title, entry.number) };
    case 'unpaid':
      return {
        label: t('playerNews.kinds.unpaid'),
        value: parts(entry.number, entry.title, t('playerNews.nothingCharged')),
      };
    case 'friend':
      return {
        label: t('playerNews.kinds.friend'),
        value: entry.player ? parts(entry.player) : t('playerNews.closedFriend'),
      };
    case 'reward':
      return { label: t('playerNews.kinds.reward'), value: parts(entry.title) };
    case 'terms':
      return {
        label: t('playerNews.kinds.terms'),
        value: `${day(entry.inForceOn)} · ${oneLine(entry.text)}`,
      };
    case 'promotion':
  }
  const { title, code, endsAt } = entry;
  return {
    label: t('playerNews.kinds.promotion'),
    value: parts(title, code, t('playerNews.until', { time: time(endsAt) })),
  };
}

/** The button: to the news, or from a mail about one unpaid order alone to its page, where it can be ordered again. */
function actionOf([first, ...others]: readonly PlayerNewsEntry[], { action }: Wording): Link {
  return first?.kind === 'unpaid' && others.length === 0
    ? action('order.open', orderPath(first))
    : action('playerNews.action', NEWS);
}

/** The parts of the mail of news (C16). */
export const newsDetails = ({ news, count }: MailVariables['playerNews'], wording: Wording) => ({
  facts: news.map((entry) => factOf(entry, wording)),
  action: actionOf(news, wording),
  notes: count > news.length ? [wording.t('playerNews.more')] : [],
});

/**
 * The link that stops the news mails: for people the page with the button, for mail programs the address that acts
 * (RFC 8058).
 */
export const stopLinkOf = (token: string, { action, page, locale }: Wording): Link & { callUrl: string } => ({
  ...action('stopMails', VERIFICATION, token),
  callUrl: `${page(STOP_MAILS_PATH)}?token=${encodeURIComponent(token)}&locale=${locale}`,
});
