import { Link } from 'react-router-dom';
import { readable, useFieldTexts } from './fieldTexts.ts';

/** Section of each kind of target that has a page. */
const SECTIONS: Partial<Record<string, string>> = {
  order: 'orders',
  player: 'players',
  account: 'players',
  delivery: 'deliveries',
  server: 'servers',
  discount: 'discounts',
  catalogueDraft: 'catalogue/drafts',
  mail: 'mails',
  payout: 'payouts',
};

/** Names the target of an act, and leads to its page (O6). */
export function ActTarget({ type, id }: { type: string; id: string }) {
  const { known } = useFieldTexts();
  const text = `${known(`operator:targets.${type}`) ?? type} ${readable(id)}`;
  const section = SECTIONS[type];
  return section ? <Link to={`/${section}/${encodeURIComponent(id)}`}>{text}</Link> : text;
}
