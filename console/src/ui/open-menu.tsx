import { DropdownMenu } from 'radix-ui';
import { buttonLook } from './button';
import { Icon } from './icons';
import type { MenuProps } from './menu';

/** A menu that is open when it appears. */
export default function OpenMenu({ label, items, trigger }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger className={buttonLook('plain')} aria-label={trigger ? label : undefined}>
        {trigger ?? label} <Icon name="down" className="size-3" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className="z-50 max-h-[70vh] min-w-52 overflow-y-auto rounded-md border border-line bg-card p-1 shadow-xl"
        >
          {items.map(({ label: text, onSelect, reason, isDanger }) => (
            <DropdownMenu.Item
              key={text}
              disabled={!!reason}
              onSelect={onSelect}
              className={`cursor-pointer rounded px-2.5 py-1.5 outline-none data-disabled:cursor-not-allowed data-disabled:text-muted data-highlighted:bg-accent-soft ${isDanger ? 'text-danger' : ''}`}
            >
              {text}
              {reason && <span className="block max-w-64 text-sm">{reason}</span>}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
