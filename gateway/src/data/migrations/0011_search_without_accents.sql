-- Orders are searched without accents too. The function is the program's own: SQLite knows capitals of English alone.
UPDATE orders SET search_text = searchable(search_text);
