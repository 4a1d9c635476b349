import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { DraftPage } from '#/operator/catalogue/DraftPage.tsx';
import { testCatalogue } from '../catalogue/testCatalogue.ts';
import { DRAFT_HEAD, NONE_USED } from './draftHead.ts';
import { answerCalls, showPages } from './operatorPage.tsx';

/**
 * Answers for a draft, of the test catalogue unless another is given.
 * @returns the content that was saved last
 */
export function answerDraft(
  inForce = testCatalogue.cases,
  opened = testCatalogue,
  used = NONE_USED,
): () => Catalogue | undefined {
  const { catalogue, draft } = operatorCalls;
  let { version } = DRAFT_HEAD;
  let content: Catalogue | undefined;
  answerCalls({
    [catalogue.path]: () => ({ ownedBy: 'browser', revision: null, drafts: [DRAFT_HEAD], pictures: [] }),
    // opening and saving have the same path
    [draft.path]: ([{ method }, input]) => {
      if (method === 'GET') return { draft: DRAFT_HEAD, content: opened, newest: 7, inForce, used };
      ({ content } = (input as { body: { content: Catalogue } }).body);
      return { ...DRAFT_HEAD, version: (version += 1) };
    },
  });
  return () => content;
}

/** Draws the page of the draft at a part, as `part=goods&at=2`. */
export const showDraft = (part: string) =>
  showPages({ '/catalogue/drafts/:id': <DraftPage /> }, `/catalogue/drafts/12?${part}`).screen;
