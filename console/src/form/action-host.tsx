import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useSession } from '../app/session';
import { useSearchParams } from '../app/use-search-params';
import { may } from '../rules/permissions';
import type { SearchParams } from '../rules/search-params';
import { Button } from '../ui/button';
import { later } from '../ui/later';
import { Menu, type MenuItem } from '../ui/menu';
import { type Action, nameOf, permissionOfAction } from './action';
import { loadForms } from './fields';

/** The dialog of an action, which brings libraries of its own, and the fields of all forms. */
export const ActionDialog = later(() => {
  void loadForms();
  return import('./action-dialog');
});

/** Opens an action: its name is part of the address, so that a form can be linked to, reloaded and left with Back. */
export function useOpenAction(): (operation: string | undefined, of?: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (operation, of) =>
      void navigate({
        to: '.',
        search: (before: SearchParams) => {
          const { do: _do, of: _of, ...rest } = before;
          return operation ? { ...rest, do: operation, ...(of !== undefined && { of }) } : rest;
        },
      }),
    [navigate],
  );
}

/** Opens an action's own page where it has one, its dialog otherwise. */
function useStartAction(): <R>(action: Action<R>, of?: string) => void {
  const open = useOpenAction();
  const navigate = useNavigate();
  return (action, of) => (action.page ? void navigate({ to: action.page }) : open(nameOf(action), of));
}

/** The actions that this member of staff may see for a record, each with the reason where it cannot be done now. */
export function useActions<R>(
  actions: readonly Action<R>[],
  record: R,
): { action: Action<R>; reason: string | null }[] {
  const { permissions } = useSession();
  return actions
    .filter((one) => (one.isFor?.(record) ?? true) && may(permissions, permissionOfAction(one as Action<never>)))
    .map((one) => ({ action: one, reason: one.reason?.(record) ?? null }));
}

/** The menu of a record's actions. */
export function ActionMenu<R>({
  actions,
  record,
  of,
  label = 'Actions',
}: {
  actions: readonly Action<R>[];
  record: R;
  of?: string;
  label?: string;
}) {
  const start = useStartAction();
  const items: MenuItem[] = useActions(actions, record).map(({ action, reason }) => ({
    label: action.title,
    onSelect: () => start(action, of),
    reason,
    isDanger: action.isDanger,
  }));
  return <Menu label={label} items={items} />;
}

interface ActionButtonsProps<R> {
  actions: readonly Action<R>[];
  record: R;
  of?: string;
  /** True beside other parts of a page, whose own action comes first. */
  isPlain?: boolean;
}

/** Buttons of actions, for the few that a page is made for. */
export function ActionButtons<R>({ actions, record, of, isPlain }: ActionButtonsProps<R>) {
  const start = useStartAction();
  return useActions(actions, record).map(({ action, reason }, index) => (
    <Button
      key={action.title}
      look={index === 0 && !action.isDanger && !isPlain ? 'primary' : 'plain'}
      className={action.isDanger ? 'text-danger' : undefined}
      reason={reason}
      onClick={() => start(action, of)}
    >
      {action.title}
    </Button>
  ));
}

/**
 * Shows the dialog of the action that the address names.
 * @param recordOf the record that `of` names; undefined while it is not known.
 */
export function ActionHost({
  actions,
  recordOf,
}: {
  actions: readonly Action<never>[];
  recordOf: (of: string | undefined) => unknown;
}) {
  const search = useSearchParams();
  const open = useOpenAction();
  const { permissions } = useSession();
  const chosen = actions.find((action) => !action.page && nameOf(action) === search.do);
  if (!chosen || !may(permissions, permissionOfAction(chosen))) return null;
  const record = recordOf(search.of);
  if (record === undefined) return null;
  return (
    <ActionDialog
      key={`${nameOf(chosen)} ${search.of}`}
      action={chosen}
      record={record}
      onClose={() => open(undefined)}
    />
  );
}
