import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Answer } from '../api/client';

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

export function SessionProvider({ view, children }: { view: SessionView; children: ReactNode }) {
  const value = useMemo(() => ({ view, permissions: new Set(view.permissions) }), [view]);
  return <Context value={value}>{children}</Context>;
}
