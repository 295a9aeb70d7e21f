import type { Random } from '@stockbook/process';
import { rowsOf } from './rows.js';

/** A customer who does not exist: names of a country are combined at random, and no mail reaches the address. */
export interface Person {
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  readonly telephone: string;
  readonly address_1: string;
  readonly city: string;
  readonly postcode: string;
  readonly country: string;
}

/** Says how many of a hundred live in a country, with first and last names of it. */
const NAMES = `
30|GB|Amelia Oliver Isla Harry Grace Callum Freya Rhys Imogen|Ashworth Pemberton Macleod Hughes Whitfield Barlow Fairfax
16|US|Emma Liam Ava Noah Mia Mason Zoe Caleb|Carter Nguyen Rivera Brooks Delgado Hayes Sullivan
9|DE|Jürgen Anna Lukas Greta Björn Käthe Felix Johanna|Müller Schäfer Weiß Köhler Vogt Brandt Lindner
8|VN|Hương Minh Thảo Quang Linh Tuấn Ngọc Phúc|Nguyễn Trần Lê Phạm Hoàng Vũ Đặng
6|FR|Élodie Hugo Chloé Théo Inès Maël|Lefèvre Moreau Garnier Rousseau Blanchard
4|PL|Łukasz Zofia Paweł Agnieszka Kamil|Wójcik Kowalczyk Zieliński Szymańska
4|ES|Lucía Íñigo Marta Álvaro Núria|Ibáñez Romero Castaño Vidal
4|IT|Giulia Matteo Chiara Lorenzo|Ferraro Bianchi Conti Marchetti
4|SE|Åsa Nils Elin Göran|Lindqvist Björk Sandström Åberg
3|TR|Ayşe Emre Zeynep Çağlar|Yılmaz Demir Şahin Öztürk
3|JP|Yūki Haruka Kenji Sakura|Tanaka Kobayashi Ōno Fujimoto
3|NG|Chioma Tunde Adaeze Ṣọlá|Okafor Adébáyọ̀ Eze Balogun
3|BR|João Beatriz Thiago Letícia|Souza Araújo Conceição Teixeira
3|IN|Ananya Rohan Kavya Arjun|Deshmukh Iyer Chatterjee Reddy
`;

/** Streets and cities of the countries. */
const PLACES = `
GB|Mill Lane,Station Road,Church Street|Leeds LS1 4AP,Bristol BS1 5TR,Cardiff CF10 1EP,Glasgow G1 3SL,York YO1 7HH
US|Maple Avenue,2nd Street,Lakeview Drive|Portland 97201,Austin 73301,Madison 53703,Denver 80202
DE|Lindenstraße,Am Markt,Gartenweg|Freiburg 79098,Münster 48143,Leipzig 04109
VN|Lê Lợi,Nguyễn Huệ,Trần Phú|Hà Nội 100000,Đà Nẵng 550000,Huế 530000
FR|rue des Tilleuls,place du Marché|Nantes 44000,Grenoble 38000,Lille 59000
PL|ulica Długa,Rynek|Kraków 31-042,Gdańsk 80-831
ES|calle Mayor,avenida del Puerto|Valencia 46001,Bilbao 48001
IT|via Roma,corso Italia|Bologna 40121,Torino 10121
SE|Storgatan,Kyrkvägen|Uppsala 753 10,Malmö 211 20
TR|Cumhuriyet Caddesi,Çınar Sokak|İzmir 35210,Bursa 16010
JP|Sakura-dōri,Minami|Kyōto 600-8216,Sapporo 060-0042
NG|Marina Road,Allen Avenue|Lagos 101233,Ibadan 200221
BR|rua das Flores,avenida Central|Curitiba 80010-000,Recife 50010-000
IN|MG Road,Park Street|Pune 411001,Kochi 682001
`;

const numbersOf: Readonly<Record<string, string>> = { GB: '+44 7700 900', US: '+1 202-555-01' };

/** Makes people with an e-mail each. Their telephones are numbers that are kept free for films and examples. */
export function makePeople(random: Random, count: number): Person[] {
  const names = rowsOf(NAMES).map((row) => [Number(row[0]), row] as const);
  const places = new Map(rowsOf(PLACES).map((row) => [row[0], row]));
  const telephones = new Map<string, number>();
  return Array.from({ length: count }, (_, index) => {
    const [, country = '', first = '', last = ''] = random.weighted(names);
    const [, streets = '', cities = ''] = places.get(country) ?? [];
    const pick = (list: string, separator: string) => random.pick(list.split(separator));
    const [firstname, lastname] = [pick(first, ' '), pick(last, ' ')];
    const [, city = '', postcode = ''] = /^(\D+?) (\S*\d.*)$|$/.exec(pick(cities, ',')) ?? [];
    const number = (telephones.get(country) ?? 0) + 1;
    telephones.set(country, number);
    const prefix = numbersOf[country];
    const digits = country === 'GB' ? 3 : 2;
    return {
      ...{ firstname, lastname, city, postcode, country },
      email: `${plain(firstname)}.${plain(lastname)}${index + 1}@example.${random.chance(0.7) ? 'com' : 'net'}`,
      telephone: prefix && number < 10 ** digits ? `${prefix}${String(number).padStart(digits, '0')}` : '',
      address_1: `${random.between(1, 120)} ${pick(streets, ',')}`,
    };
  });
}

const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', đ: 'd', ł: 'l', ı: 'i' };

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[ßđłı]/g, (letter) => LETTERS[letter] ?? '')
    .normalize('NFD')
    .replace(/[^a-z]/g, '');
