/** An example of each of the owner's files with every field. */
export const WHOLE_FILES: Readonly<Record<string, string>> = {
  "artist.json": `{
  "$schema": "./schemas/artist.schema.json",
  "name": "June Marlow",
  "kind": "Person",
  "subtitle": "Folk",
  "tagline": "Songs.",
  "description": "Songs by June Marlow.",
  "keywords": ["folk"],
  "language": "en",
  "accent": "#2e9e5b",
  "ground": "auto",
  "display": "roman",
  "logo": "logo.svg",
  "icon": "lamp.svg",
  "themeColour": "#d83b65",
  "social": [{ "platform": "instagram", "url": "https://instagram.example/june", "label": "June" }],
  "watchUrl": "https://youtube.example/june",
  "contactUrl": "https://instagram.example/june",
  "contacts": {
    "privacy": "june@marlow.example",
    "legal": "june@marlow.example",
    "accessibility": { "email": "june@marlow.example", "phone": "1" }
  },
  "governingLaw": "Ontario",
  "images": {
    "hero": [{ "name": "n1", "alt": "A lake", "focus": "left" }],
    "portrait": { "name": "bio", "alt": "", "focus": "62% 40%" },
    "background": { "name": "background", "alt": "", "focus": "0% 100%" },
    "share": { "name": "social", "alt": "" }
  }
}
`,
  "music/albums.yaml": `albums:
  - name: 1999
    type: single
    released: 1999
    cover: 1999/cover.jpg
    spotify: https://spotify.example/album/1999
    tracks:
      - { title: 1999, file: 1999/01.MP3 }
`,
  "shows.yaml": `shows:
  - id: 1999
    date: 2027-02-20
    doors: "19:00"
    starts: "20:00"
    ends: 23:30
    timeZone: America/Toronto
    venue: 1999
    address: 12 Water Street
    town: Kingston
    region: Ontario
    country: CA
    name: Harbour Nights
    lineup: [June Marlow, 1999]
    tickets:
      url: https://tickets.example/1999
      from: 2026-10-01 10:00
      price: 18.00
      currency: CAD
      free: no
    soldOut: yes
    status: moved
    movedFrom: The Inn
    announce: 2026-11-01T09:00
    picture: { name: n1, alt: A poster }
    age: 19
    access: Step-free
    note: With strings
    setlist: [1999, Lake]
`,
  "store/products.yaml": `products:
  - handle: tee
    title: Tee
    type: T-shirt
    vendor: June
    tags: [wear]
    release: Lake Effect
    added: 2026-05-01
    updated: 2026-05-02T09:30Z
    hidden: no
    description: A shirt.
    images: [{ file: tee.jpg, alt: A shirt }]
    options: [{ name: Size, values: [S, 08] }]
    variants:
      - options: [S]
        image: tee.jpg
        price: 38.00
        compareAt: 40
        sku: 0815
        barcode: 4006381333931
        grams: 220
        stock: 3
        counted: 2026-11-22
        keepSelling: yes
        perOrder: 2
        shipped: true
        withdrawal: none
        taxed: no
        measure: { holds: 340 ml, per: 100 ML }
  - handle: 1999
    title: 1999
    price: 38
    compareAt: 40
    sku: 0815
    barcode: 4006381333931
    grams: 220
    stock: 3
    counted: 2026-11-22T18:00Z
    keepSelling: no
    perOrder: 4
    shipped: no
    withdrawal: untilSent
    taxed: yes
    measure: { holds: 340ml, per: 1 l }
collections:
  - handle: wear
    title: Wear
    description: To be worn.
    image: { file: wear.jpg, alt: Clothes }
    updated: 2026-05-01
    products: [tee]
`,
  "store/store.yaml": `currency: CAD
country: CA
province: ON
timeZone: America/Toronto
moneyFormat: "{{amount}} $"
contactEmail: shop@example.com
description: A shop.
taxesIncluded: no
taxesOnShipping: yes
taxes: [{ title: HST, country: CA, provinces: [ON], percent: 13 }]
shipping:
  - title: Canada
    countries: [CA, "*"]
    rates: [{ title: Parcel, price: 14.00, freeFrom: 120, upToGrams: 1000, upToDays: 7 }]
pickup: [{ title: At a show, instructions: Come by., atShows: yes }]
payments: [{ title: Invoice, instructions: Wait for it., onlyFor: delivery, unpaidOrdersExpireAfter: never }]
unpaidOrdersExpireAfter: 7 days
unpaidPercent: 50
discounts:
  - code: five
    title: Five
    percent: 5
    products: [tee]
    minimum: 20
    startsAt: 2026-12-01
    endsAt: 2026-12-31T09:00-05:00
    limit: 50
    oncePerCustomer: yes
  - { code: 2027, amount: 5.00 }
  - { code: POST, freeShipping: yes }
giftCards:
  - { code: K7QF-93XT, balance: 50, currency: CAD, expiresOn: 2028-12-31, enabled: no }
  - { code: 1234 5678, balance: 50.00 }
`,
};
