interface NextPage {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
}

/** What the foot of an endless list says, by the state of its query (C5). */
export function listEndOf({ hasNextPage, isFetchingNextPage, isFetchNextPageError }: NextPage) {
  if (isFetchingNextPage) return 'loading';
  if (isFetchNextPageError) return 'failed';
  return hasNextPage ? 'more' : 'complete';
}
