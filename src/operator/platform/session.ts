import { queryOptions, useQuery } from '@tanstack/react-query';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { gradeOf, type Permission } from '#/contract/operator/people/permissions.ts';
import { callOperator } from './operatorApi.ts';

/** Who is signed in. It is asked again when the tab is looked at, because another tab may have signed out. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => callOperator(operatorCalls.session, {}, { signal }),
  refetchOnWindowFocus: 'always',
});

/** The signed-in operator; undefined before the answer, null if nobody is signed in. */
export function useOperator() {
  return useQuery(sessionQuery).data?.operator;
}

/** Whether the operator's role may do something at all. The server decides; pages only hide what would be refused. */
export function useMay(permission: Permission): boolean {
  const operator = useOperator();
  return Boolean(operator && gradeOf(operator.role, permission) !== 'no');
}

/** Whether the operator's role may do something without a limit. */
export function useMayFully(permission: Permission): boolean {
  const operator = useOperator();
  return Boolean(operator && gradeOf(operator.role, permission) === 'yes');
}
