import { queryOptions, useQuery } from '@tanstack/react-query';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { gradeOf, type Permission } from '#/contract/operator/people/permissions.ts';
import { callOperator } from './operatorApi.ts';

/** The signed-in operator. Fetched again when the tab gets the focus, because another tab may have signed out. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => callOperator(operatorCalls.session, {}, { signal }),
  refetchOnWindowFocus: 'always',
});

/** Returns the signed-in operator; undefined before the answer, null when nobody is signed in. */
export function useOperator() {
  return useQuery(sessionQuery).data?.operator;
}

/**
 * Whether the operator's role has a permission, possibly limited. The server decides; pages only hide buttons that
 * would be refused.
 */
export function useMay(permission: Permission): boolean {
  const operator = useOperator();
  return Boolean(operator && gradeOf(operator.role, permission) !== 'no');
}

/** Whether the operator's role has a permission without a limit. */
export function useMayFully(permission: Permission): boolean {
  const operator = useOperator();
  return Boolean(operator && gradeOf(operator.role, permission) === 'yes');
}
