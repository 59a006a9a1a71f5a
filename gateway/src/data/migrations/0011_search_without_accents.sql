-- Orders are also found without accents. The function is the program's own: SQLite lower-cases only English letters.
UPDATE orders SET search_text = searchable(search_text);
