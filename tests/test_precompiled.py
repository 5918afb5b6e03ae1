"""Modules that were compiled before the tests are not compiled again."""

from _pytest.assertion import rewrite as pytests

from support.precompiled import rewrite


def test_pytest_reads_the_stored_module_until_its_source_changes(tmp_path):
    module = tmp_path / "test_one.py"
    module.write_text("def test_one():\n    assert 1 == 1\n")
    rewrite(module)
    [stored] = (tmp_path / "__pycache__").iterdir()
    assert stored.name == f"test_one{pytests.PYC_TAIL}"
    code = pytests._read_pyc(module, stored)
    assert "@pytest_ar" in code.co_names
    module.write_text("def test_one():\n    assert 1 == 1.0\n")
    assert pytests._read_pyc(module, stored) is None
