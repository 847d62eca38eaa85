import { clsx } from 'clsx';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Icon } from './icons';

interface DialogProps {
  title: string;
  /** One sentence under the title; also read by screen readers when it opens. */
  description?: ReactNode;
  onClose: () => void;
  /** `side`: a drawer for forms; `middle`: a dialog for decisions. */
  place?: 'side' | 'middle';
  children: ReactNode;
}

/** A dialog over the page. The focus stays in it and returns afterwards; Esc closes. */
export function Dialog({ title, description, onClose, place = 'middle', children }: DialogProps) {
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/45" />
        <Radix.Content
          {...(!description && { 'aria-describedby': undefined })}
          className={clsx(
            'fixed z-50 flex flex-col overflow-hidden border border-line bg-card shadow-2xl',
            place === 'side'
              ? 'inset-y-0 right-0 w-full max-w-xl'
              : 'top-1/2 left-1/2 max-h-[92vh] w-[min(36rem,calc(100vw-1.5rem))] -translate-x-1/2 -translate-y-1/2 rounded-xl',
          )}
        >
          <header className="flex items-start justify-between gap-4 border-b border-line px-5 py-3">
            <div className="min-w-0">
              <Radix.Title className="m-0 text-lg font-semibold">{title}</Radix.Title>
              {description && <Radix.Description className="m-0 text-muted">{description}</Radix.Description>}
            </div>
            <Radix.Close className="rounded-md p-1.5 hover:bg-sunken" aria-label="Close">
              <Icon name="close" />
            </Radix.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
