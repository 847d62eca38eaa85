import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { FieldRelations } from '../../../common/openapi/field-relations.decorator';
import { DENSITIES, type Density, type Theme, THEMES } from './staff-preferences.entity';

const PAGE = /^[a-z][a-z0-9/-]{0,59}$/;
const PAGE_MESSAGE = { message: 'page must be a name of small letters, digits, hyphens and slashes' };

/** The columns that one page shows, in their order. */
export class PageColumns {
  /** @example aml-holds */
  @Matches(PAGE, PAGE_MESSAGE)
  page!: string;

  /** @example ["heldAt", "amount"] */
  @IsArray()
  @ArrayMaxSize(40)
  @ArrayUnique()
  @Matches(/^[A-Za-z][A-Za-z0-9]{0,39}$/, { each: true, message: 'columns must be names of fields' })
  columns!: string[];
}

/** The preferences of the signed-in member of staff, all of them. */
@FieldRelations({ rule: 'unique-by', field: 'columns', key: 'page' })
export class PreferencesBody {
  /** @example dark */
  @IsIn(THEMES)
  theme!: Theme;

  /** @example compact */
  @IsIn(DENSITIES)
  density!: Density;

  /** @example 50 */
  @IsInt()
  @Min(10)
  @Max(200)
  pageSize!: number;

  /**
   * Whether single letters are shortcuts.
   * @example true
   */
  @IsBoolean()
  singleKeys!: boolean;

  /** Pages with other columns than the usual ones, each once. */
  @IsArray()
  @ArrayMaxSize(50)
  @ArrayUnique(({ page }: PageColumns) => page)
  @ValidateNested({ each: true })
  @Type(() => PageColumns)
  columns!: PageColumns[];
}

/** The preferences of the signed-in member of staff; the usual ones where nothing was stored. */
export class PreferencesView {
  /** @example system */
  theme!: Theme;

  /** @example comfortable */
  density!: Density;

  /** @example 20 */
  pageSize!: number;

  /** @example true */
  singleKeys!: boolean;

  columns!: PageColumns[];
}

/** A new view of a page. */
export class CreateViewBody {
  /** @example aml-holds */
  @Matches(PAGE, PAGE_MESSAGE)
  page!: string;

  /** @example "Large outflows" */
  @IsString()
  @Matches(/\S/, { message: 'name must not be blank' })
  @MaxLength(80)
  name!: string;

  /**
   * The search string of the page's address, without the question mark.
   * @example "MinAmount=1000000&MovementDirection=outflow"
   */
  @IsString()
  @MaxLength(2000)
  @Matches(/^[^?#\s]*$/, { message: 'search must be a search string without the question mark' })
  search!: string;

  /**
   * Shown to all staff; needs `manage-views`. Default false.
   * @example false
   */
  @IsOptional()
  @IsBoolean()
  isShared?: boolean;
}

/** Changes of a view; what is left out stays. */
export class UpdateViewBody {
  /** @example "Largest outflows" */
  @IsOptional()
  @IsString()
  @Matches(/\S/, { message: 'name must not be blank' })
  @MaxLength(80)
  name?: string;

  /** @example "MinAmount=5000000" */
  @IsOptional()
  @IsString()
  @MaxLength(2000)
  @Matches(/^[^?#\s]*$/, { message: 'search must be a search string without the question mark' })
  search?: string;

  /** @example false */
  @IsOptional()
  @IsBoolean()
  isShared?: boolean;
}

/** Filters of the list of views. */
export class ListViewsQuery {
  /** @example aml-holds */
  @IsOptional()
  @IsString()
  @MaxLength(60)
  Page?: string;
}

/** The view in a path. */
export class ViewPath {
  /** @example 20700 */
  @Matches(/^[1-9]\d{0,15}$/, { message: 'viewId must be a whole number' })
  viewId!: string;
}

/** A saved view of a page. */
export class SavedViewView {
  /** @example 20700 */
  id!: number;

  /** @example aml-holds */
  page!: string;

  /** @example "Large outflows" */
  name!: string;

  /** @example "MinAmount=1000000&MovementDirection=outflow" */
  search!: string;

  /** @example false */
  isShared!: boolean;

  /**
   * Who made it.
   * @example STF004
   */
  owner!: string;
}
