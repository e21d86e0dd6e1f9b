import numpy as np

from spacy_paraphrase.trees.pair_batch import RaggedBatch

GRID = RaggedBatch([(2, 3), (1, 1), (4, 2)])


def test_cells_stand_row_after_row_table_after_table():
    source, target = (GRID.tables(words) for words in (GRID.source, GRID.target))
    assert source[0].tolist() == [[0, 0, 0], [1, 1, 1]]
    assert target[0].tolist() == [[0, 1, 2], [0, 1, 2]]
    assert source[2].tolist() == [[3, 3], [4, 4], [5, 5], [6, 6]]
    assert target[2].tolist() == [[4, 5]] * 4
    assert GRID.cell(GRID.source, GRID.target).tolist() == list(range(len(GRID)))


def test_values_combine_along_both_sides_of_each_table():
    values = np.random.RandomState(0).rand(2, len(GRID))
    tables = GRID.tables(values)
    along, across = GRID.reduce_rows(np.maximum, values), GRID.reduce_columns(np.maximum, values)
    assert np.array_equal(along, np.concatenate([table.max(2) for table in tables], axis=1))
    assert np.array_equal(across, np.concatenate([table.max(1) for table in tables], axis=1))
    assert np.array_equal(GRID.per_cell(np.array([1, 2, 3])), [1] * 6 + [2] + [3] * 8)


def test_turned_grid_has_the_transposed_tables():
    cells = np.arange(len(GRID))
    turned = GRID.transposed.tables(cells[GRID.transposition])
    for table, other in zip(GRID.tables(cells), turned, strict=True):
        assert np.array_equal(table.T, other)


def test_frame_keeps_the_tables_apart():
    framed = np.full(GRID.padded.size, -1)
    framed[GRID.padded.cells] = np.arange(len(GRID))
    assert np.count_nonzero(framed >= 0) == len(GRID)
    ends = np.concatenate([GRID.padded.first, GRID.padded.last])
    assert (framed[ends] == -1).all()
    first = framed[GRID.padded.first + GRID.padded.widths + 1]
    last = framed[GRID.padded.last - GRID.padded.widths - 1]
    assert first.tolist() == [0, 6, 7]
    assert last.tolist() == [5, 6, 14]


def test_places_of_cells_are_counted_within_their_tables():
    cells = np.array([1, 5, 7, 14])
    assert GRID.places(cells) == [[(0, 1), (1, 2)], [], [(0, 0), (3, 1)]]
