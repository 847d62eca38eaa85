import type { ComponentType } from 'react';
import type { OPERATIONS } from '../api/operations.gen';
import type { Area } from './areas';

/** In the address of a case: the first one of the queue, which is not known yet. */
export const NEXT_CASE = 'next';

/** A page of the console. */
export interface Page {
  /** Its address below `/console`. */
  path: string;
  /** In the menu, the command menu and the browser's title. */
  title: string;
  /** The operation whose permission the page needs; null for pages of every member of staff. */
  operation: keyof typeof OPERATIONS | null;
  /** Where it stands in the menu; a page without an area is opened from another one. */
  area?: Area;
  /** The letter after `g` that opens it. */
  key?: string;
  /** Address that the key opens instead of the page, such as the first case of a queue. */
  keyOpens?: string;
  /** True for a case of the queue at the address above it: the page of the queue shows it and stays as it is. */
  isCase?: boolean;
  /** True for the page of one record, which `operation` reads by the part of the address that is its id. */
  isRecord?: boolean;
  /**
   * The field of the record that the document shows before the scripts have run, as `customer.name`: the heading of its
   * page, or the first lines of a case.
   */
  firstText?: string;
  load: () => Promise<{ default: ComponentType }>;
}
