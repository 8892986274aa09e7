/**
 * The products of a small coffee and tea shop: price, cost, stock unless it is unlimited, name and description. The line below
 * has the Arabic name and description.
 */
export const products = records(`
12.5 | 7.2 | 140 | Yirgacheffe beans | Whole beans from Ethiopia, light roast, 250 g
بن يرغاتشيفي | حبوب كاملة من إثيوبيا، تحميص فاتح، 250 غرام
11 | 6.1 | 90 | Huila beans | Whole beans from Colombia, medium roast, 250 g
بن هويلا | حبوب كاملة من كولومبيا، تحميص متوسط، 250 غرام
9.75 | 5.4 | 200 | House espresso | Dark blend for moka pots and machines, 250 g
إسبرسو البيت | خلطة داكنة لأباريق الموكا والماكينات، 250 غرام
8.5 | 4.3 | 160 | Cardamom coffee | Finely ground with green cardamom, 200 g
قهوة بالهيل | مطحونة ناعماً مع الهيل الأخضر، 200 غرام
7.25 | 3.1 | 75 | Sencha | Green tea from Shizuoka, loose leaf, 100 g
شاي سينشا | شاي أخضر من شيزوكا، أوراق سائبة، 100 غرام
6.5 | 2.8 | 110 | Ceylon black tea | High grown, strong and bright, 150 g
شاي سيلاني أسود | من المرتفعات، قوي وصافٍ، 150 غرام
5.9 | 2.2 | 60 | Mint and sage | Dried leaves for infusions, 80 g
نعناع وميرمية | أوراق مجففة للمنقوع، 80 غرام
34 | 19.5 | 25 | Brass coffee pot | Engraved, holds four small cups
دلة نحاسية | منقوشة، تتسع لأربعة فناجين
18.4 | 9.9 | 40 | Six finjan cups | Porcelain, 60 ml each
ستة فناجين | خزف، 60 مل لكل فنجان
42 | 24 | 18 | Hand grinder | Steel burrs, 38 settings
مطحنة يدوية | تروس فولاذية، 38 درجة طحن
3.5 | 1.1 | Paper filters | Size 02, one hundred of them
مرشحات ورقية | مقاس 02، مئة قطعة
25 | 25 | Gift card | Sent by e-mail, valid for one year
بطاقة هدية | تُرسل بالبريد الإلكتروني وتصلح لسنة
`).map(({ numbers: [price = 0, cost = 0, stock = null], en, ar }, i) => {
  const sku = `CT-${String(i + 1).padStart(3, '0')}`;
  return { stock, sku, price, manufacturing_price: cost, is_active: 1, en, ar };
});

/** Price, whether it is active, name and description. The line below has the Arabic name and description. */
export const subscriptions = records(`
19 | 1 | Monthly beans | Two bags of a new single origin every month
بن كل شهر | كيسان من محصول جديد كل شهر
35 | 1 | Office coffee | Two kilograms of house espresso every month
قهوة المكتب | كيلوغرامان من إسبرسو البيت كل شهر
14.5 | 1 | Tea of the season | Two loose teas, chosen every three months
شاي الموسم | نوعان من الشاي كل ثلاثة أشهر
9 | 0 | Ramadan box | Cardamom coffee, dates and sweets
صندوق رمضان | قهوة بالهيل وتمر وحلويات
`).map(({ numbers: [price = 0, isActive = 0], en, ar }) => ({ price, is_active: isActive, en, ar }));

/** Client tokens are for the first of these users by default. */
export const users = [
  { name: 'Layla Haddad', email: 'layla.haddad@example.com', phone: '+962 7 9000 0101' },
  { name: 'Omar Nasser', email: 'omar.nasser@example.com', phone: '+962 7 9000 0102' },
  { name: 'Sara Lindqvist', email: 'sara.lindqvist@example.com', phone: null },
  { name: 'يوسف منصور', email: 'yousef.mansour@example.com', phone: '+971 50 000 0104' },
  { name: 'Hannah Weber', email: 'hannah.weber@example.com', phone: '+49 30 000105' },
];

/** `user` is an index into `users`. */
export const addresses = [
  {
    user: 0,
    label: 'Home',
    line1: '12 Rainbow Street',
    city: 'Amman',
    country: 'JO',
    phone: '+962 7 9000 0101',
  },
  {
    user: 0,
    label: 'Office',
    line1: '4 King Hussein Business Park',
    line2: 'Floor 3',
    city: 'Amman',
    country: 'JO',
  },
  { user: 1, label: 'Home', line1: '7 Al Hashimi Street', city: 'Irbid', country: 'JO' },
  { user: 2, label: 'Home', line1: 'Sveavägen 44', city: 'Stockholm', country: 'SE' },
  { user: 3, label: 'المنزل', line1: 'شارع الوصل 21', city: 'دبي', country: 'AE' },
  { user: 4, label: 'Home', line1: 'Torstraße 120', city: 'Berlin', country: 'DE' },
];

interface Texts {
  name: string;
  description: string;
}

/** The records in a table with two lines for each: numbers with English texts, and Arabic texts. */
function records(table: string): { numbers: number[]; en: Texts; ar: Texts }[] {
  const lines = table.trim().split('\n');
  const rows = lines.map((line) => line.split(' | '));
  const texts = ([name = '', description = '']: string[] = []) => ({ name, description });
  return rows.flatMap((row, index) => {
    const numbers = row.slice(0, -2).map(Number);
    return index % 2 === 0 ? [{ numbers, en: texts(row.slice(-2)), ar: texts(rows[index + 1]) }] : [];
  });
}
