import { permissionOf } from '../api/client';
import { may } from '../rules/permissions';
import { Dialog } from '../ui/dialog';
import { PAGES } from './pages';
import { useSession } from './session';

const KEYS = [
  ['Ctrl K', 'Search records and pages'],
  ['/', 'Go to the first filter of a list'],
  ['J, K', 'Next and previous row or case'],
  ['Enter', 'Open the marked row'],
  ['R or A', 'Release or approve the open case'],
  ['D', 'Decline the open case'],
  ['M', 'Take the open case, or give it back'],
  ['X', 'Select the open case'],
  ['Ctrl Enter', 'Confirm the decision in the dialog'],
  ['Esc', 'Close a dialog'],
  ['?', 'Show these keys'],
] as const;

/** The keys of the console. */
export default function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const { permissions } = useSession();
  const pages = PAGES.filter((page) => page.key && may(permissions, page.operation && permissionOf(page.operation)));
  return (
    <Dialog title="Keys" onClose={onClose}>
      <table className="w-full">
        <tbody>
          {[...KEYS, ...pages.map((page) => [`G then ${page.key!.toUpperCase()}`, page.title] as const)].map(
            ([keys, text]) => (
              <tr key={keys} className="border-b border-line last:border-0">
                <th scope="row" className="w-32 py-1.5 text-left font-medium">
                  {keys}
                </th>
                <td>{text}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </Dialog>
  );
}
