import { START_FAILURE_ID } from '#/contract/kernel/pageNames.ts';

/**
 * Says that the page did not start and offers a reload (E3). The words came with the document, because those of the
 * page may be what did not load.
 */
export function showStartFailure(): void {
  const template = document.getElementById(START_FAILURE_ID);
  if (!(template instanceof HTMLTemplateElement)) return;
  const notice = document.importNode(template.content, true);
  notice.querySelector('button')?.addEventListener('click', () => location.reload());
  document.body.append(notice);
}
