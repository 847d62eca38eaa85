import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { clientAccess, Endpoint } from '../common/http/endpoint.decorator';
import { CITIES, COUNTRIES, REGIONS } from './gazetteer';
import { CityView, CountryView, ListCitiesQuery, ListRegionsQuery, RegionView } from './geography.dto';
import { type FlatList, flatList, matchingRows } from './matching-rows';

/** Look-ups that are the same for every institution. They are answered from memory. */
@Controller('api/utility/v1')
@ApiTags('Utility')
export class GeographyController {
  @Get('countries')
  @Endpoint({
    summary: 'List countries',
    description: 'The countries of ISO 3166-1 by name.',
    access: clientAccess('institution:read'),
    response: CountryView,
    list: 'flat',
  })
  countries(): FlatList<CountryView> {
    return flatList(COUNTRIES);
  }

  @Get('regions')
  @Endpoint({
    summary: 'List regions',
    description:
      'States, provinces and other subdivisions of ISO 3166-2. When `CountryID` and `CountryCode2` name different ' +
      'countries, the list is empty.',
    access: clientAccess('institution:read'),
    response: RegionView,
    list: 'flat',
  })
  regions(@Query() { CountryID, CountryCode2 }: ListRegionsQuery): FlatList<RegionView> {
    return flatList(matchingRows(REGIONS, { countryID: CountryID, countryCode2: CountryCode2?.toUpperCase() }));
  }

  @Get('cities')
  @Endpoint({
    summary: 'List cities',
    description: "Nigeria's 774 local government areas. The list is empty for other countries.",
    access: clientAccess('institution:read'),
    response: CityView,
    list: 'flat',
  })
  cities(@Query() { RegionID, RegionShortCode, CountryCode2 }: ListCitiesQuery): FlatList<CityView> {
    const wanted = {
      regionID: RegionID,
      regionShortCode: RegionShortCode?.toUpperCase(),
      countryCode2: CountryCode2?.toUpperCase(),
    };
    return flatList(matchingRows(CITIES, wanted));
  }
}
