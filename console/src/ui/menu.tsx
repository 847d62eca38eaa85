import { type ReactNode, useState } from 'react';
import { buttonLook } from './button';
import { Icon } from './icons';
import { later } from './later';

export interface MenuItem {
  label: string;
  onSelect: () => void;
  /** Why it cannot be chosen now. */
  reason?: string | null;
  isDanger?: boolean;
}

export interface MenuProps {
  label: string;
  items: MenuItem[];
  trigger?: ReactNode;
}

// The library of menus is loaded with the first menu that somebody opens.
const OpenMenu = later(() => import('./open-menu'), ClosedMenu);

/** A button that opens a menu of actions. An action that cannot be done now stays in it, with the reason. */
export function Menu(menu: MenuProps) {
  const [isUsed, use] = useState(false);
  if (menu.items.length === 0) return null;
  return isUsed ? <OpenMenu {...menu} /> : <ClosedMenu {...menu} onOpen={() => use(true)} />;
}

function ClosedMenu({ label, trigger, onOpen }: MenuProps & { onOpen?: () => void }) {
  return (
    <button
      type="button"
      className={buttonLook('plain')}
      aria-label={trigger ? label : undefined}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={onOpen}
    >
      {trigger ?? label} <Icon name="down" className="size-3" />
    </button>
  );
}
