interface NextPage {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
}

/** The state of the end of an endless list, from the state of its query (C5). */
export function listEndOf({ hasNextPage, isFetchingNextPage, isFetchNextPageError }: NextPage) {
  if (isFetchingNextPage) return 'loading';
  if (isFetchNextPageError) return 'failed';
  return hasNextPage ? 'more' : 'complete';
}
