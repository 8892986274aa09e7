import { firstVersion } from '#shared/engine/decide/versioned-record.ts';
import { operator } from '#shared/platform/mongo/operator.ts';
import { ordersLayout } from '#services/orders/store/layout.ts';
import type { Address, User } from '#services/orders/records/tables.ts';
import type { OrdersModels } from '#services/orders/records/storage/orders-models.ts';
import { seededRandom } from '#tests/support/seeded-random.ts';
import type { Shop } from '#tests/support/seed/seed-shop.ts';

/** The first id of seeded customers. It is higher than every id that the commands of a benchmark create. */
const firstId = 10_000_001;
const customersAtOnce = 2000;
const fast = { ordered: false, writeConcern: { w: 1, journal: false } } as const;

/** First names, picked with realistic frequencies: a few are common and most are rare. */
const firstNames = [
  'محمد',
  'أحمد',
  'Omar',
  'Layla',
  'Sara',
  'علي',
  'فاطمة',
  'Khaled',
  'Yusuf',
  'مريم',
  'Hassan',
  'Nour',
  'Rania',
  'إبراهيم',
  'Zaid',
  'هبة',
  'Tariq',
  'Dina',
  'Sami',
  'Lina',
  'Walid',
  'Huda',
  'Faris',
  'Jana',
  'Karim',
  'سلمى',
  'Anas',
  'Maha',
  'Bilal',
  'Reem',
  'Ziad',
  'Amal',
  'Nasser',
  'Hala',
  'Marwan',
  'Jude',
  'Rami',
  'Aya',
  'Adam',
];
const syllables = [
  'ab',
  'had',
  'kha',
  'tib',
  'mas',
  'ri',
  'naj',
  'jar',
  'sal',
  'meh',
  'qas',
  'dar',
  'wish',
  'bar',
  'ghouti',
];
const cities = [
  'Amman',
  'Cairo',
  'الرياض',
  'Dubai',
  'Irbid',
  'Jeddah',
  'Alexandria',
  'الدوحة',
  'Beirut',
  'Aqaba',
];

/** Creates customers, each with an address. */
function madeCustomers(size: number, now: string): Pick<Shop, 'users' | 'addresses'> {
  const random = seededRandom(size);
  const part = () => random.pick(syllables);
  const users: User[] = [];
  const addresses: Address[] = [];
  for (let id = firstId; id < firstId + size; id += 1) {
    const first =
      firstNames[Math.min(random.below(firstNames.length), random.below(firstNames.length))] ?? '';
    const phone = `+962 7${random.between(7, 9)} ${random.between(100, 999)} ${random.between(1000, 9999)}`;
    const common = { _id: id, ...firstVersion({}, now) };
    users.push({
      ...common,
      name: `${first} Al-${part()}${part()}${part()}`,
      email: `${part()}.${id}@example.com`,
      phone,
    });
    addresses.push({
      ...common,
      user_id: id,
      label: null,
      line1: `${random.between(1, 250)} ${part()}${part()} Street`,
      line2: null,
      city: random.pick(cities),
      country: 'JO',
      phone,
    });
  }
  return { users, addresses };
}

/** Inserts customers with their search texts at the speed of the database, unless they exist already. */
export async function seedCustomers(
  models: OrdersModels,
  size: number,
): Promise<Pick<Shop, 'users' | 'addresses'>> {
  const made = madeCustomers(size, new Date().toISOString());
  const beyond = { _id: operator({ $gte: firstId }) } as never;
  if ((await models.addresses.countDocuments(beyond)) >= size) return made;
  const layout = ordersLayout(models, 0);
  for (let from = 0; from < size; from += customersAtOnce) {
    const [users, addresses] = [made.users, made.addresses].map((all) =>
      all.slice(from, from + customersAtOnce),
    ) as [User[], Address[]];
    const writes = [
      ...users.map((after) => ({ table: 'users', before: null, after }) as const),
      ...addresses.map((after) => ({ table: 'addresses', before: null, after }) as const),
    ];
    await Promise.all([
      models.users.collection.insertMany(users.map((user) => layout.documents?.users?.(user)) as never, fast),
      models.addresses.collection.insertMany(
        addresses.map((address) => layout.documents?.addresses?.(address)) as never,
        fast,
      ),
      ...(layout.follow?.(writes) ?? [])
        .filter(({ operations }) => operations.length > 0)
        .map(({ model, operations }) => model.collection.bulkWrite(operations as never, fast)),
    ]);
  }
  return made;
}
