import { useLocation, useRouter } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { memo, type MouseEvent, useEffect } from 'react';
import { permissionOf } from '../api/client';
import { boundedCount } from '../rules/naira';
import { may } from '../rules/permissions';
import { Icon } from '../ui/icons';
import { AREAS } from './areas';
import type { Page } from './page';
import { PAGES } from './pages';
import { useSession } from './session';
import { useWork, waitingAt } from './work';

/**
 * The menu: only pages that the person may see, with what waits in each queue. It has some sixty links, which are drawn
 * anew only when they change.
 */
export const Navigation = memo(function Navigation({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { permissions } = useSession();
  const { pathname } = useLocation();
  const work = useWork();
  // On narrow screens the menu covers the page: it closes when a page has been chosen.
  useEffect(onClose, [pathname, onClose]);
  const mayOpen = (page: Page): boolean => may(permissions, page.operation && permissionOf(page.operation));
  return (
    <nav
      aria-label="Main menu"
      className={clsx(
        'no-print w-60 shrink-0 border-r border-line bg-card p-3 lg:sticky lg:top-14 lg:block lg:h-[calc(100vh-3.5rem)] lg:overflow-y-auto',
        isOpen ? 'fixed inset-y-0 top-14 left-0 z-30 overflow-y-auto shadow-xl' : 'max-lg:hidden',
      )}
    >
      <MenuLink page={PAGES[0]!} isCurrent={isShown(PAGES[0]!, pathname)} icon="home" />
      {AREAS.map(({ name, icon }) => {
        const pages = PAGES.filter((page) => page.area === name && mayOpen(page));
        if (pages.length === 0) return null;
        return (
          <div key={name} className="mt-3">
            <p className="m-0 flex items-center gap-2 px-2 py-1 text-sm font-medium text-muted">
              <Icon name={icon} /> {name}
            </p>
            <ul className="m-0 list-none p-0">
              {pages.map((page) => (
                <li key={page.path}>
                  <MenuLink page={page} isCurrent={isShown(page, pathname)} waiting={waitingAt(page.path, work)} />
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
});

/** True when the page below the address has a place of its own in the menu, as `/loans/simulate` below `/loans`. */
function isOtherPage({ path }: Page, pathname: string): boolean {
  return PAGES.some(({ area, path: other }) => area && other.startsWith(`${path}/`) && pathname.startsWith(other));
}

/** True for the page at an address, and for the list of the record at it. */
function isShown(page: Page, pathname: string): boolean {
  if (pathname === page.path) return true;
  return page.path !== '/' && pathname.startsWith(`${page.path}/`) && !isOtherPage(page, pathname);
}

interface MenuLinkProps {
  page: Page;
  isCurrent: boolean;
  icon?: 'home';
  waiting?: number;
}

/**
 * A link of the menu. The router's own link computes its address and its state anew at each change of the address,
 * which sixty of them would do at each step through a queue.
 */
const MenuLink = memo(function MenuLink({ page, isCurrent, icon, waiting }: MenuLinkProps) {
  const { buildLocation, navigate } = useRouter();
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    // Another window or tab is the browser's own work.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate({ to: page.path });
  };
  return (
    <a
      href={buildLocation({ to: page.path }).publicHref}
      onClick={follow}
      // A file that does not come now is reported when its page is opened.
      onPointerEnter={() => void page.load().catch(() => undefined)}
      className={clsx(
        'flex items-center gap-2 rounded-md px-2 py-1 hover:bg-sunken',
        isCurrent && 'bg-accent-soft font-semibold',
      )}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {icon ? <Icon name={icon} className="size-4 text-muted" /> : <span className="w-4" />}
      <span className="truncate">{page.title}</span>
      {!!waiting && (
        <span
          className="ml-auto rounded-full bg-accent px-1.5 text-sm text-on-accent"
          aria-label={`${waiting} waiting`}
        >
          {boundedCount(waiting)}
        </span>
      )}
    </a>
  );
});
