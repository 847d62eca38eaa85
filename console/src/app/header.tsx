import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { act, forgetRequests } from '../api/client';
import { Problem } from '../api/problem';
import mark from '../favicon.svg';
import { day } from '../rules/dates';
import { Icon } from '../ui/icons';
import { Menu } from '../ui/menu';
import { useTell } from '../ui/notices';
import { useSetPreferences } from './preferences';
import { useSession } from './session';
import { useTheme } from './theme';

interface HeaderProps {
  onMenu: () => void;
  onSearch: () => void;
  onKeys: () => void;
}

/** Institution, business date, search, and who is signed in. */
export function Header({ onMenu, onSearch, onKeys }: HeaderProps) {
  const { view } = useSession();
  const isBehind = view.businessDate !== view.today;
  return (
    <header className="no-print sticky top-0 z-30 flex min-h-14 items-center gap-3 border-b border-line bg-card px-3 md:px-5">
      <button type="button" className="rounded-md p-2 hover:bg-sunken lg:hidden" aria-label="Menu" onClick={onMenu}>
        <Icon name="menu" className="size-5" />
      </button>
      <Link to="/" className="flex min-w-0 items-center gap-2 font-semibold">
        <img src={mark} alt="" className="size-7" />
        <span className="truncate max-sm:sr-only">{view.institutionName}</span>
      </Link>
      {view.isSandbox && (
        <span className="rounded-full bg-info-soft px-2 py-0.5 text-sm font-medium text-info max-sm:hidden">
          Sandbox
        </span>
      )}
      <button
        type="button"
        onClick={onSearch}
        className="ml-auto flex min-h-9 items-center gap-2 rounded-md border border-line-strong px-3 text-muted hover:bg-sunken md:min-w-64"
      >
        <Icon name="search" />
        <span className="max-md:sr-only">Search or go to …</span>
        <kbd className="ml-auto rounded border border-line px-1.5 font-sans text-sm max-md:hidden">Ctrl K</kbd>
      </button>
      <span
        className={`rounded-md px-2 py-1 text-sm whitespace-nowrap max-sm:hidden ${isBehind ? 'bg-warn-soft text-warn' : 'bg-sunken'}`}
        title={isBehind ? `The calendar says ${day(view.today)}: the end of day has not run` : 'Business date'}
      >
        <span className="max-lg:sr-only">Business date </span>
        <b>{day(view.businessDate)}</b>
      </span>
      <PersonMenu onKeys={onKeys} />
    </header>
  );
}

function PersonMenu({ onKeys }: { onKeys: () => void }) {
  const { view } = useSession();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { theme } = useTheme();
  const setPreferences = useSetPreferences();
  const tell = useTell();
  const signOut = async (): Promise<void> => {
    try {
      await act('endSession');
    } catch (error) {
      // A session that has ended already is what was asked for.
      if (!(error instanceof Problem && error.status === 401))
        return tell('You are still signed in: the server did not end the session. Try again.', 'warn');
    }
    queryClient.clear();
    forgetRequests();
    await navigate({ to: '/login' });
  };
  return (
    <Menu
      label={`Menu of ${view.name}`}
      trigger={<span className="max-w-36 truncate max-md:max-w-16">{view.name}</span>}
      items={[
        { label: 'My account', onSelect: () => void navigate({ to: '/me' }) },
        {
          label: theme === 'dark' ? 'Light colours' : 'Dark colours',
          onSelect: () => void setPreferences({ theme: theme === 'dark' ? 'light' : 'dark' }),
        },
        { label: 'Keys', onSelect: onKeys },
        { label: 'Sign out', onSelect: () => void signOut() },
      ]}
    />
  );
}
