import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useLocation, useMatches, useNavigate } from '@tanstack/react-router';
import { memo, useCallback, useDeferredValue, useEffect, useState } from 'react';
import { permissionOf } from '../api/client';
import { Problem } from '../api/problem';
import { day } from '../rules/dates';
import { may, missingText } from '../rules/permissions';
import { Empty } from '../ui/empty';
import { later } from '../ui/later';
import { ProblemNotice } from '../ui/notice';
import { hasSession, sessionQuery } from './first-reads';
import { Header } from './header';
import { LiveWork } from './live-work';
import { Navigation } from './navigation';
import { PAGES } from './pages';
import { useAppliedPreferences } from './preferences';
import { SessionProvider, useSession } from './session';
import { SessionClock } from './session-clock';
import { useShortcuts } from './use-shortcuts';

const CommandMenu = later(() => import('./command-menu'));
const ShortcutHelp = later(() => import('./shortcut-help'));

/** The frame of all pages for signed-in staff. */
export function Shell() {
  const { pathname, searchStr } = useLocation();
  const queryClient = useQueryClient();
  const session = useQuery({ ...sessionQuery, enabled: hasSession(queryClient) });
  if (session.data) {
    return (
      <SessionProvider view={session.data}>
        <Frame />
      </SessionProvider>
    );
  }
  if (!hasSession(queryClient) || (session.error instanceof Problem && session.error.status === 401))
    return <ToSignIn next={pathname === '/' ? '' : pathname + searchStr} />;
  return (
    <div className="p-6">
      {session.error ? <ProblemNotice problem={session.error} retry={() => void session.refetch()} /> : null}
    </div>
  );
}

/** Leads to the sign-in, which leads back. */
function ToSignIn({ next }: { next: string }) {
  const navigate = useNavigate();
  // The first address counts: while the page of the sign-in loads, the address is already its own.
  const [asked] = useState(next);
  useEffect(() => {
    void navigate({ to: '/login', search: { next: asked }, replace: true });
  }, [navigate, asked]);
  return null;
}

function Frame() {
  useAppliedPreferences();
  const [isMenuOpen, setMenuOpen] = useState(false);
  // The same function at every rendering: the menu closes when the page changes, not when the frame is drawn anew.
  const closeMenu = useCallback(() => setMenuOpen(false), []);
  const [dialog, setDialog] = useState<'commands' | 'keys'>();
  // Menu and page are drawn after the frame, and in steps, between which the browser answers to keys and clicks.
  const isFramed = useDeferredValue(true, false);
  const navigate = useNavigate();
  const { view, permissions } = useSession();
  const pages = PAGES.filter((page) => page.key && may(permissions, page.operation && permissionOf(page.operation)));
  useShortcuts({
    ...Object.fromEntries(
      pages.map((page) => [`g ${page.key}`, () => void navigate({ to: page.keyOpens ?? page.path })]),
    ),
    'Ctrl k': () => setDialog('commands'),
    '?': () => setDialog('keys'),
  });
  return (
    <div className="flex min-h-screen flex-col">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded focus:bg-card focus:p-2"
      >
        Skip to the content
      </a>
      <LiveWork />
      <Header
        onMenu={() => setMenuOpen((isOpen) => !isOpen)}
        onSearch={() => setDialog('commands')}
        onKeys={() => setDialog('keys')}
      />
      <SessionClock />
      <div className="flex flex-1">
        {isFramed && <Navigation isOpen={isMenuOpen} onClose={closeMenu} />}
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 p-4 outline-none md:p-6">
          <p className="m-0 mb-3 hidden text-sm text-muted print:block">
            {view.institutionName}, business date {day(view.businessDate)}. Printed by {view.name}.
          </p>
          {isFramed && <PageBody />}
        </main>
      </div>
      {dialog === 'commands' && <CommandMenu onClose={() => setDialog(undefined)} />}
      {dialog === 'keys' && <ShortcutHelp onClose={() => setDialog(undefined)} />}
    </div>
  );
}

/**
 * The page of the address, or the permission that it would need. It is not drawn anew when the frame is, as when a
 * dialog opens over it.
 */
const PageBody = memo(function PageBody() {
  const { permissions } = useSession();
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.page });
  const needed = page?.operation ? permissionOf(page.operation) : null;
  if (!may(permissions, needed)) return <Empty title="You may not see this page">{missingText(needed!)}</Empty>;
  return <Outlet />;
});
