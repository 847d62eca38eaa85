import { Column, Entity, Index } from 'typeorm';
import { InstantColumn, TenantEntity, TextColumn } from '../../../common/database/columns';

/** A list with filters and order under a name, of one member of staff or shared with all. */
@Entity()
@Index('ix_saved_view_owner', ['institutionId', 'owner', 'page', 'id'])
@Index('ix_saved_view_shared', ['institutionId', 'page', 'id'], { where: 'is_shared' })
export class SavedView extends TenantEntity {
  /** The staff id of who made it. */
  @TextColumn(60)
  owner!: string;

  /** The page of the console, such as `aml-holds`. */
  @TextColumn(60)
  page!: string;

  @TextColumn(80)
  name!: string;

  /** The search string of the page's address, without the question mark. */
  @TextColumn(2000)
  search!: string;

  @Column({ type: 'boolean' })
  isShared!: boolean;

  @InstantColumn()
  updatedAt!: Date;
}
