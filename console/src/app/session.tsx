import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { type Answer, type OperationId, permissionOf } from '../api/client';
import { may } from '../rules/permissions';

export type SessionView = Answer<'getSession'>;

interface SessionContext {
  view: SessionView;
  permissions: ReadonlySet<string>;
}

const Context = createContext<SessionContext | undefined>(undefined);

/** The signed-in member of staff and what they may do. */
export function useSession(): SessionContext {
  const session = useContext(Context);
  if (!session) throw new Error('This part of the console is shown to signed-in staff only.');
  return session;
}

/** Tells whether the signed-in member of staff may call an operation. */
export function useMay(): (operation: OperationId) => boolean {
  const { permissions } = useSession();
  return (operation) => may(permissions, permissionOf(operation));
}

export function SessionProvider({ view, children }: { view: SessionView; children: ReactNode }) {
  const value = useMemo(() => ({ view, permissions: new Set(view.permissions) }), [view]);
  return <Context value={value}>{children}</Context>;
}
